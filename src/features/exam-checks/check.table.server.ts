import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core'
import { baseColumns, instant } from '#src/db/columns.server.ts'
import { publication } from '#src/features/exam-run/run.table.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'

/** A family's request to check a paper: once for each paper and publication. */
export const markCheck = pgTable(
  'mark_check',
  {
    ...baseColumns,
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    examId: bigint({ mode: 'number' })
      .notNull()
      .references(() => exam.id, { onDelete: 'cascade' }),
    /** The publication in which the mark was seen. */
    number: integer().notNull(),
    candidateId: bigint({ mode: 'number' }).notNull(),
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id),
    subjectId: bigint({ mode: 'number' })
      .notNull()
      .references(() => subject.id),
    /** The member who has asked; null when the account was closed. A reference would be emptied without a record. */
    accountId: bigint({ mode: 'number' }),
    text: text().notNull(),
    /** `open` or `answered`. */
    state: varchar({ length: 8 }).notNull().default('open'),
    /** `stays` or `corrected`; empty while it is open. */
    outcome: varchar({ length: 12 }).notNull().default(''),
    answer: text().notNull().default(''),
    answerBy: bigint({ mode: 'number' }),
    answerTime: instant(),
  },
  (t) => [
    primaryKey({ name: 'mark_check_pkey', columns: [t.examId, t.id] }),
    unique('mark_check_paper_key').on(t.examId, t.number, t.candidateId, t.subjectId),
    foreignKey({
      columns: [t.examId, t.number],
      foreignColumns: [publication.examId, publication.number],
      name: 'mark_check_publication_fk',
    }).onDelete('cascade'),
    check('mark_check_answer', sql`(state = 'open') = (answer = '') and (outcome = '') = (answer = '')`),
    index('mark_check_student_idx').on(t.studentId),
    index('mark_check_subject_idx').on(t.subjectId),
    index('mark_check_account_idx').on(t.accountId),
  ],
)
