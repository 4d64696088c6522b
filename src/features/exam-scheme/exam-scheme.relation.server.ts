import { asc, sql } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { examScheme } from './exam-scheme.table.server.ts'

/** A relation to one exam scheme. Those that were published are offered. */
export const examSchemeOne = relationTo({
  table: examScheme,
  scope: 'unscoped',
  search: ['name'],
  order: [asc(examScheme.name)],
  offered: sql`${examScheme.revision} > 0 and ${examScheme.status} = 1`,
})
