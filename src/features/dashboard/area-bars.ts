import { isHeading } from '#src/features/org/province.ts'

type Counted = { area: string | null; count: number }

/** The organizations by area: those in each division of one level. */
export type AreaBars = {
  /** The area that holds all of the others; empty for the whole country. */
  above: string
  list: { code: string; name: string; count: number }[]
}

/**
 * Counts organizations by the divisions on the next level below what they have in common: by provinces; when all are in
 * one province, by its cities; when all are in one city, by its districts. Organizations of the area above itself are
 * in no division.
 * @param names the names of all divisions by code
 */
export function areaBars(rows: readonly Counted[], names: ReadonlyMap<string, string>): AreaBars {
  const known = rows.flatMap(({ area, count }) => (area === null ? [] : [{ area, count }]))
  for (const length of [2, 4, 6]) {
    const counts = new Map<string, number>()
    for (const { area, count } of known) {
      if (area.length < length) continue
      const code = area.slice(0, length)
      counts.set(code, (counts.get(code) ?? 0) + count)
    }
    const list = [...counts].map(([code, count]) => ({ code, name: names.get(code) ?? code, count }))
    const [only] = list
    const above = only?.code.slice(0, length - 2) ?? ''
    const headings = length < 6 && list.length > 0 && list.every(({ name }) => isHeading(name))
    const isLast = length === 6 || !known.some(({ area }) => area.length > length)
    if (!headings && (list.length > 1 || isLast))
      return { above, list: list.sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)) }
  }
  return { above: '', list: [] }
}
