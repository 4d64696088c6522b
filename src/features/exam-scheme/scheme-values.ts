/** A scheme as a form or a request contains it. A cell may still be empty or invalid. */
export type Values = Readonly<Record<string, unknown>>
export type SchemeRow = Readonly<Record<string, unknown>>

/** The rows of a table in a form. Values that are not objects are left out. */
export function rowsOf(value: unknown): readonly SchemeRow[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter((row): row is SchemeRow => typeof row === 'object' && row !== null)
}

/** The number in a cell; undefined when the cell contains no number. */
export function number(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : value
  const found = text === '' || text === null || text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(found) ? found : undefined
}

/** The ids in a cell; empty when the cell contains no list. */
export function schemeIds(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
}

/** The indexes of the rows whose key repeats an earlier row's key. Empty keys are ignored. */
export function repeated(rows: readonly SchemeRow[], keyOf: (row: SchemeRow) => unknown): number[] {
  const seen = new Set<string>()
  return rows.flatMap((row, at) => {
    const found = keyOf(row)
    if (found === undefined || found === null || found === '') return []
    const key = String(found).trim()
    if (seen.has(key)) return [at]
    seen.add(key)
    return []
  })
}
