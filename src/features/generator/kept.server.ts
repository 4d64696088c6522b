/** What an entry of the log needs besides its designs and statements, to be taken back or to come back. */
export type Kept = {
  /** The menu of a screen that went, or the buttons that it lost, and who held them. */
  menu?: KeptRule[]
  /** The fields that were renamed: old and new names. */
  renames?: (readonly [from: string, to: string])[]
  /** What makes the history of the rows follow the columns. Generations of older releases lack it. */
  history?: KeptHistory
}

/** Statements on the history of the rows: those that follow a change of columns, and those that take it back. */
export type KeptHistory = { forth: string[]; back: string[] }

/** A menu or a button, with the roles that were granted it. */
export type KeptRule = {
  name: string
  title: string
  titleEn: string
  icon: string
  status: number
  weight: number
  remark: string
  roleIds: number[]
  /** Where the menu stood. Generations of older releases lack it. */
  place?: { pid: number | null; sortKey: string; keepalive: boolean }
}
