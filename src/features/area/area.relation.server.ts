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
    const steps = new Map(names.map((name) => [name, stepsOf(name)]))
    const last = (name: string) => steps.get(name)?.at(-1) ?? name
    const rows = await db
      .select()
      .from(area)
      .where(or(anyOf(area.code, names), anyOf(area.name, names.map(last))))
    const codes = rows.map((row) => row.code)
    const paths = await areaRelation.labels(db, codes)
    return new Map(
      names.map((name) => {
        const path = steps.get(name)?.join(' / ')
        const fits = (one: (typeof rows)[number]) => one.code === name || paths[one.code] === path
        const exact = rows.filter(fits)
        const found = exact.length > 0 ? exact : rows.filter((one) => one.name === name)
        return [name, found.map((one) => one.code)]
      }),
    )
  },
}

/** The steps of a path: `江苏省 > 南京市`. */
function stepsOf(path: string): string[] {
  return path.split(/[/／>]/).map((step) => step.trim())
}
