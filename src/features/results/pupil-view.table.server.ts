import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { instant } from '#src/db/columns.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { student } from '#src/features/students/student.table.server.ts'

/** Who of the back office has looked at the sheet of a pupil: a row for each viewer, exam, pupil, kind and day. */
export const pupilView = pgTable(
  'pupil_view',
  {
    examId: bigint({ mode: 'number' })
      .notNull()
      .references(() => exam.id, { onDelete: 'cascade' }),
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id, { onDelete: 'cascade' }),
    /** The account. It may be gone. */
    viewerId: bigint({ mode: 'number' }).notNull(),
    /** The day in the site's time zone, for which the family sees a count. */
    day: date({ mode: 'string' }).notNull(),
    /** `screen`, `print`, `file` or `list`. */
    kind: varchar({ length: 8 }).notNull(),
    count: integer().notNull().default(1),
    firstTime: instant().notNull().default(sql`now()`),
    lastTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'pupil_view_pkey', columns: [t.examId, t.studentId, t.viewerId, t.day, t.kind] }),
    index('pupil_view_student_idx').on(t.studentId, t.lastTime.desc()),
  ],
)
