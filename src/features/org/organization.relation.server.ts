import { asc, sql } from 'drizzle-orm'
import { organization } from '#src/db/organization.table.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'

const target = {
  table: organization,
  scope: 'organizations',
  tree: true,
  search: ['name', 'code', 'shortName'],
  hint: 'code',
  order: [
    sql`length(${organization.path}) - length(replace(${organization.path}, '/', ''))`,
    asc(organization.sortKey),
  ],
} as const

/** A relation to one organization that the actor may see. Higher levels come first. */
export const organizationOne = relationTo(target)

/** A relation to several such organizations. */
export const organizationMany = relationTo({ ...target, many: true })
