import { asc, eq } from 'drizzle-orm'
import { memberGroup } from '#src/db/identity.table.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'

const target = {
  table: memberGroup,
  scope: 'unscoped',
  small: true,
  search: ['name', 'note'],
  order: [asc(memberGroup.name)],
  offered: eq(memberGroup.status, 1),
} as const

/** A relation to the group of a member (resource `member-group`). Groups that are off are not offered. */
export const memberGroupRelation = relationTo(target)

/** A relation to several groups. */
export const memberGroupMany = relationTo({ ...target, many: true })
