import { asc, eq } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { subject } from './subject.table.server.ts'

/** A relation to one or several subjects. */
export const subjectRelation = relationTo({
  table: subject,
  scope: 'unscoped',
  search: ['name', 'code'],
  hint: 'code',
  many: true,
  small: true,
  order: [asc(subject.sortKey)],
  offered: eq(subject.status, 1),
})
