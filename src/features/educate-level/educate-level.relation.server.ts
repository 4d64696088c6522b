import { asc, eq } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { educateLevel } from './educate-level.table.server.ts'

const target = {
  table: educateLevel,
  scope: 'unscoped',
  small: true,
  search: ['name', 'code'],
  order: [asc(educateLevel.sortKey)],
  offered: eq(educateLevel.status, 1),
} as const

/** A relation to one education level. */
export const educateLevelOne = relationTo(target)
/** A relation to several education levels. */
export const educateLevelRelation = relationTo({ ...target, many: true })
