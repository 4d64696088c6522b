import { asc } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { student } from './student.table.server.ts'

/** A relation to one pupil of the data scope. Pupils of one name are told apart by their numbers. */
export const studentOne = relationTo({
  table: student,
  scope: { organization: student.orgId },
  search: ['name', 'number'],
  hint: 'number',
  order: [asc(student.name), asc(student.number)],
})
