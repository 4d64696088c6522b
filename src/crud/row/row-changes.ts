import type { FieldItem, FieldValue } from '#src/resource/field-value.ts'
import { sameValue } from '#src/resource/form-values.ts'

export type TableRow = Exclude<FieldItem, string | number>

/** A row of a table inside a row, with its changes. */
export type ShownRow = {
  row: TableRow
  /** Whether the row was added or removed. Undefined if both versions have it. */
  mark?: 'added' | 'removed'
  /** The row before the change, if a value is different. */
  before?: TableRow
}

/** The rows of a table inside a row. */
export function tableRows(value: FieldValue | undefined): TableRow[] {
  const items: readonly FieldItem[] = Array.isArray(value) ? value : []
  return items.filter((item): item is TableRow => typeof item === 'object')
}

/** Only the rows that were added, removed or changed. */
export function differentRows(rows: readonly ShownRow[]): ShownRow[] {
  return rows.filter((row) => row.mark ?? row.before)
}

/**
 * Merges two versions of a table inside a row: first its current rows, then the removed ones. The rows have no id.
 * @param key the field that identifies a row; callers pass the first one
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
