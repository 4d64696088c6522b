import { or } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Relation } from '#src/server/crud/resource.server.ts'
import { area } from './area.table.server.ts'
import { areaNames, areaTitle } from './area-names.server.ts'

/** A relation to administrative divisions by their codes. */
export const areaRelation: Relation = {
  async labels(db, codes) {
    const names = await areaNames(db)
    return Object.fromEntries(codes.map((code) => [code, areaTitle(names, String(code))]))
  },
  async all(db) {
    const names = await areaNames(db)
    return Object.fromEntries([...names.keys()].map((code) => [code, areaTitle(names, code)]))
  },
  search: async () => [],
  /** Finds by code, by the full path from the province, or by name. A name can match several divisions. */
  async find(db, _actor, names) {
    const last = (name: string) => name.split(/\s*[/／>]\s*/).at(-1) ?? name
    const rows = await db
      .select()
      .from(area)
      .where(or(anyOf(area.code, names), anyOf(area.name, names.map(last))))
    const codes = rows.map((row) => row.code)
    const paths = await areaRelation.labels(db, codes)
    const plain = (path: string) => path.replaceAll(/\s*[/／>]\s*/g, ' / ')
    return new Map(
      names.map((name) => {
        const fits = (one: (typeof rows)[number]) => one.code === name || paths[one.code] === plain(name)
        const exact = rows.filter(fits)
        const found = exact.length > 0 ? exact : rows.filter((one) => one.name === name)
        return [name, found.map((one) => one.code)]
      }),
    )
  },
}
