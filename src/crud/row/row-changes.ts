import type { FieldItem, FieldValue } from '#src/resource/form-values.ts'
import { sameValue } from '#src/resource/form-values.ts'

export type TableRow = Exclude<FieldItem, string | number>

/** A row of a table inside a row, as it is to be shown. */
export type ShownRow = {
  row: TableRow
  /** Only there now, or no longer. */
  mark?: 'added' | 'removed'
  /** What it was before, when something in it is different. */
  before?: TableRow
}

/** The rows of a table inside a row. */
export function tableRows(value: FieldValue | undefined): TableRow[] {
  const items: readonly FieldItem[] = Array.isArray(value) ? value : []
  return items.filter((item): item is TableRow => typeof item === 'object')
}

/** Only the rows that are different. */
export function differentRows(rows: readonly ShownRow[]): ShownRow[] {
  return rows.filter((row) => row.mark ?? row.before)
}

/**
 * Two versions of such a table as one: as it is now, with what was there before behind it. Rows have no number of their
 * own: the first cell says which is which.
 */
export function rowChanges(before: readonly TableRow[], after: readonly TableRow[], key: string): ShownRow[] {
  const left = [...before]
  const now = after.map((row): ShownRow => {
    const at = left.findIndex((one) => sameValue(one[key], row[key]))
    const [old] = at < 0 ? [] : left.splice(at, 1)
    if (!old) return { row, mark: 'added' }
    return sameValue([old], [row]) ? { row } : { row, before: old }
  })
  return [...now, ...left.map((row): ShownRow => ({ row, mark: 'removed' }))]
}
