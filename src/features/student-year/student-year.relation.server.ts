import { desc } from 'drizzle-orm'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { studentYear } from './student-year.table.server.ts'

const target = {
  table: studentYear,
  scope: 'unscoped',
  search: ['name'],
  order: [desc(studentYear.entryYear)],
} as const

/** A relation to one student year. The newest come first. */
export const studentYearOne = relationTo(target)

/** A relation to several student years. */
export const studentYearMany = relationTo({ ...target, many: true })
