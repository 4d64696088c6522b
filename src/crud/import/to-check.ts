import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'

/** What the user set by hand since the file was read: columns (counted from 0), and the keys. */
export type ByHand = { columns: ReadonlySet<number>; keys: boolean }

/** The columns and keys that the user must look at before the import goes on. */
export type ToCheck = {
  /** Columns whose field is only guessed, or left open. */
  columns: number[]
  /** Columns of a key that only counts 1, 2, 3. Another table counts like this as well. */
  counting: number[]
}

/** Collects what has to be looked at. A column that was set by hand is settled. */
export function thingsToCheck(view: ImportView, plan: ImportPlan, byHand: ByHand): ToCheck {
  const places = [...view.columns.keys()]
  const keys = places.filter((at) => plan.keys.includes(plan.mapping[at] ?? ''))
  const isCounting = keys.length > 0 && keys.every((at) => view.columns[at]?.counts)
  return {
    columns: places.filter((at) => view.columns[at]?.doubt && !byHand.columns.has(at)),
    counting: isCounting ? keys : [],
  }
}

/** Names the things to look at, to tell whether the user has confirmed all of them. */
export function checkNames({ columns, counting }: ToCheck): string[] {
  return [...columns.map((at) => `column ${at}`), ...counting.map((at) => `key ${at}`)]
}

/** Whether the user must confirm the encoding of a text. */
export const isEncodingOpen = ({ encoding }: Pick<ImportView, 'encoding'>) => encoding?.guessed === true
