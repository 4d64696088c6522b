import { sql } from 'drizzle-orm'
import { pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { studentYearColumns } from './student-year.table.server.ts'

/**
 * Student years with what follows from the date. Both are functions of the row in the database, which PostgreSQL reads
 * like columns (`student_year.phase`): always of today, in the site's time zone, and to be filtered and sorted by. They
 * are no columns of the table itself, and so not in the file that migrations are made from.
 */
export const studentYearToday = pgTable('student_year', {
  ...studentYearColumns(),
  // Said to be generated, so that no insert names them.
  grade: text().generatedAlwaysAs(sql`grade(student_year)`),
  phase: varchar({ length: 9 }).notNull().generatedAlwaysAs(sql`phase(student_year)`),
})

export type StudentYearRow = typeof studentYearToday.$inferSelect
