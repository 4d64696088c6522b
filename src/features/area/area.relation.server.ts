import type { Relation } from '#src/server/crud/resource.server.ts'
import { areaNames, areaTitle } from './area-names.server.ts'
import { type AreaFinder, areaFinder } from './area-text.ts'

/** The finder of each list of names. The list is cached, and so is its finder. */
const finders = new WeakMap<ReadonlyMap<string, string>, AreaFinder>()

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
  /** Finds by code or by name, as people write them. A name can match several divisions. */
  async find(db, _actor, texts) {
    const names = await areaNames(db)
    const find = finders.get(names) ?? areaFinder(names)
    finders.set(names, find)
    return new Map(texts.map((text) => [text, find(text)]))
  },
}
