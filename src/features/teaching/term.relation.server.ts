import { desc, eq } from 'drizzle-orm'
import { term } from '#src/db/teaching.table.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'

/** A relation to one term. The newest come first, and disabled ones are not offered. */
export const termOne = relationTo({
  table: term,
  scope: 'unscoped',
  search: ['name'],
  small: true,
  order: [desc(term.since)],
  offered: eq(term.status, 1),
})
