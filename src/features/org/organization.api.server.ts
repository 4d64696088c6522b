import { and, asc, eq, ilike, or, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { area } from '#src/features/area/area.table.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crud } from '#src/server/crud.server.ts'
import { containing } from '#src/server/filter.server.ts'
import type { Relation, ServerResource } from '#src/server/resource.server.ts'
import { scope } from '#src/server/scope.server.ts'
import { organizationDescription } from './organization.schema.ts'

const numbers = (ids: readonly (number | string)[]) => ids.map(Number)

const parents: Relation = {
  labelOf: (pid) => sql`(select p.name from ${organization} p where p.id = ${pid})`,
  async labels(db, ids) {
    const rows = await db
      .select({ id: organization.id, name: organization.name })
      .from(organization)
      .where(anyOf(organization.id, numbers(ids)))
    return Object.fromEntries(rows.map((row) => [row.id, row.name]))
  },
  async search(db, actor, { quickSearch, limit }) {
    const match = containing(quickSearch)
    const found = or(
      ilike(organization.name, match),
      ilike(organization.code, match),
      ilike(organization.shortName, match),
    )
    const rows = await db
      .select({ value: organization.id, label: organization.name, hint: organization.code })
      .from(organization)
      .where(and(scope(actor, 'organizations'), quickSearch === '' ? undefined : found))
      .orderBy(
        sql`length(${organization.path}) - length(replace(${organization.path}, '/', ''))`,
        asc(organization.sortKey),
      )
      .limit(limit)
    return rows
  },
}

const levels: Relation = {
  async labels(db, ids) {
    const rows = await db
      .select({ id: educateLevel.id, name: educateLevel.name })
      .from(educateLevel)
      .where(anyOf(educateLevel.id, numbers(ids)))
    return Object.fromEntries(rows.map((row) => [row.id, row.name]))
  },
  search: (db) =>
    db
      .select({ value: educateLevel.id, label: educateLevel.name })
      .from(educateLevel)
      .where(eq(educateLevel.status, 1))
      .orderBy(asc(educateLevel.sortKey)),
}

const areas: Relation = {
  async labels(db, codes) {
    const rows = await db
      .select()
      .from(area)
      .where(anyOf(area.code, [...new Set(codes.flatMap((code) => wayTo(String(code))))]))
    const names = new Map(rows.map((row) => [row.code, row.name]))
    return Object.fromEntries(
      codes.map((code) => [
        code,
        wayTo(String(code))
          .map((part) => names.get(part) ?? '')
          .join(' / '),
      ]),
    )
  },
  search: async () => [],
}

/** `440305` → province, city, county. */
function wayTo(code: string): string[] {
  return [2, 4, 6].filter((length) => length <= code.length).map((length) => code.slice(0, length))
}

export const organizationResource: ServerResource = {
  description: organizationDescription,
  table: organization,
  scope: 'organizations',
  relations: { pid: parents, levelIds: levels, areaCode: areas },
  uniqueFields: { organization_code_key: 'code' },
  check: async (db, values) => ({
    ...(await missing(db, 'levelIds', values.levelIds)),
    ...(await unknownArea(db, values.areaCode)),
  }),
}

export const organizationApi = crud(organizationResource, {
  index: 'baseInfo/organization/index',
  add: 'baseInfo/organization/add',
  edit: 'baseInfo/organization/edit',
  del: 'baseInfo/organization/del',
})

async function missing(db: Db, field: string, ids: unknown): Promise<FieldErrors> {
  if (!Array.isArray(ids) || ids.length === 0) return {}
  const found = await db
    .select({ id: educateLevel.id })
    .from(educateLevel)
    .where(anyOf(educateLevel.id, ids.map(Number)))
  return found.length < new Set(ids).size ? { [field]: [m.rule_relation()] } : {}
}

async function unknownArea(db: Db, code: unknown): Promise<FieldErrors> {
  if (typeof code !== 'string') return {}
  const found = await db.select({ code: area.code }).from(area).where(eq(area.code, code))
  return found.length === 0 ? { areaCode: [m.rule_option()] } : {}
}
