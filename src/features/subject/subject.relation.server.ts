import { asc, eq } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { subject } from './subject.table.server.ts'

const target = {
  table: subject,
  scope: 'unscoped',
  search: ['name', 'code'],
  hint: 'code',
  small: true,
  order: [asc(subject.sortKey)],
  offered: eq(subject.status, 1),
} as const

/** A relation to one subject. */
export const subjectOne = relationTo(target)

/** A relation to one or several subjects. */
export const subjectRelation = relationTo({ ...target, many: true })
