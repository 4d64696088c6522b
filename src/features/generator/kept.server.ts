/** What an entry of the log needs besides its designs and statements, to be taken back or to come back. */
export type Kept = {
  /** The menu of a screen that went, and who held it. */
  menu?: KeptRule[]
  /** The fields that were renamed: old and new names. */
  renames?: (readonly [from: string, to: string])[]
}

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
}
