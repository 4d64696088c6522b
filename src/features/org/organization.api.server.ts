import { asc, eq, or, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { area } from '#src/features/area/area.table.server.ts'
import { areaNames, areaTitle } from '#src/features/area/area-names.server.ts'
import { educateLevels } from '#src/features/educate-level/educate-level.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crud } from '#src/server/crud.server.ts'
import { relationTo } from '#src/server/relation.server.ts'
import type { Relation, ServerResource } from '#src/server/resource.server.ts'
import { organizationDescription } from './organization.schema.ts'

const parents = relationTo({
  ...{ table: organization, scope: 'organizations', tree: true, search: ['name', 'code', 'shortName'], hint: 'code' },
  order: [
    sql`length(${organization.path}) - length(replace(${organization.path}, '/', ''))`,
    asc(organization.sortKey),
  ],
})

const areas: Relation = {
  async labels(db, codes) {
    const names = await areaNames(db)
    return Object.fromEntries(codes.map((code) => [code, areaTitle(names, String(code))]))
  },
  search: async () => [],
  /** By code, by the way from the province, or by a name that only one division has. */
  async find(db, _actor, names) {
    const last = (name: string) => name.split(/\s*[/／>]\s*/).at(-1) ?? name
    const rows = await db
      .select()
      .from(area)
      .where(or(anyOf(area.code, names), anyOf(area.name, names.map(last))))
    const codes = rows.map((row) => row.code)
    const ways = await areas.labels(db, codes)
    const plain = (way: string) => way.replaceAll(/\s*[/／>]\s*/g, ' / ')
    return new Map(
      names.map((name) => {
        const fits = (one: (typeof rows)[number]) => one.code === name || ways[one.code] === plain(name)
        const exact = rows.filter(fits)
        const found = exact.length > 0 ? exact : rows.filter((one) => one.name === name)
        return [name, found.map((one) => one.code)]
      }),
    )
  },
}

export const organizationResource: ServerResource = {
  description: organizationDescription,
  table: organization,
  scope: 'organizations',
  relations: { pid: parents, levelIds: educateLevels, areaCode: areas },
  uniqueFields: { organization_code_key: 'code' },
  check: (db, values) => unknownArea(db, values.areaCode),
  // The areas of a file come from their table.
  checkRows: async (_db, rows) => rows.map(() => ({})),
}

export const organizationApi = crud(organizationResource, {
  index: 'baseInfo/organization/index',
  add: 'baseInfo/organization/add',
  edit: 'baseInfo/organization/edit',
  del: 'baseInfo/organization/del',
})

async function unknownArea(db: Db, code: unknown): Promise<FieldErrors> {
  if (typeof code !== 'string') return {}
  const found = await db.select({ code: area.code }).from(area).where(eq(area.code, code))
  return found.length === 0 ? { areaCode: [m.rule_option()] } : {}
}
