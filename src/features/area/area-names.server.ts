import { fromTable } from '#src/server/cache/table-cache.server.ts'
import { area } from './area.table.server.ts'

/** The names of all divisions, by code. Cached, because the list is small and changes only with a release. */
export const areaNames = fromTable('area', async (db) => {
  const rows = await db.select({ code: area.code, name: area.name }).from(area)
  return new Map(rows.map((row) => [row.code, row.name]))
})

/** The full title of a code: province, city and county of `440305`, separated by ` / `. */
export function areaTitle(names: ReadonlyMap<string, string>, code: string): string {
  const parts = [2, 4, 6].filter((length) => length <= code.length).map((length) => code.slice(0, length))
  return parts.map((part) => names.get(part) ?? '').join(' / ')
}
