import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { student } from '#src/features/students/student.table.server.ts'

/** What a teacher writes to the family of a pupil below the sheet of an exam. Whoever has changed it last signs it. */
export const pupilNote = pgTable(
  'pupil_note',
  {
    ...baseColumns,
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    examId: bigint({ mode: 'number' })
      .notNull()
      .references(() => exam.id, { onDelete: 'cascade' }),
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id),
    text: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'pupil_note_pkey', columns: [t.examId, t.id] }),
    unique('pupil_note_student_key').on(t.examId, t.studentId),
    check('pupil_note_text', sql`text <> '' and char_length(text) <= 500`),
    index('pupil_note_student_idx').on(t.studentId),
  ],
)
