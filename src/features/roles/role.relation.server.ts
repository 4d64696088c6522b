import { asc, sql } from 'drizzle-orm'
import { role } from '#src/db/identity.table.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'

const target = {
  table: role,
  scope: 'unscoped',
  tree: true,
  search: ['name', 'note'],
  order: [sql`length(${role.path}) - length(replace(${role.path}, '/', ''))`, asc(role.sortKey)],
} as const

/** A relation to one role. Higher levels come first. */
export const roleOne = relationTo(target)

/** A relation to several roles. */
export const roleMany = relationTo({ ...target, many: true })
