import { sql } from 'drizzle-orm'
import { pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { studentYearColumns } from './student-year.table.server.ts'

/**
 * Student years with `grade` and `phase`, which depend on the date. Both are database functions of the row, which
 * PostgreSQL reads like columns (`student_year.phase`). They always refer to today in the site's time zone. Queries can
 * filter and sort by them. They are not columns of the table itself, so the file for generating migrations does not
 * contain them.
 */
export const studentYearToday = pgTable('student_year', {
  ...studentYearColumns(),
  // Declared as generated, so that no insert includes them. They have their names here: drizzle looks up the others by
  // the name of the table, and may have seen the table without these two first.
  grade: text('grade').generatedAlwaysAs(sql`grade(student_year)`),
  phase: varchar('phase', { length: 9 }).notNull().generatedAlwaysAs(sql`phase(student_year)`),
})

export type StudentYearRow = typeof studentYearToday.$inferSelect
