import { asc, eq } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { subject } from './subject.table.server.ts'

/** Subjects, one or several. */
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
