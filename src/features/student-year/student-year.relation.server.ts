import { desc } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { studentYear } from './student-year.table.server.ts'

/** A relation to one student year. The newest come first. */
export const studentYearOne = relationTo({
  table: studentYear,
  scope: 'unscoped',
  search: ['name'],
  order: [desc(studentYear.entryYear)],
})
