import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, instant } from '#src/db/columns.server.ts'
import { candidate, exam } from '#src/features/exams/exam.table.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'

/**
 * A change of a paper of a locked exam that somebody asks for and somebody else decides. Marks are as they are typed
 * (`paperText`; in the database `paper_text`). The trigger `b_decide` lets it be decided once. The paper of a closed
 * exam takes a new mark only in the change set that has accepted it (`check_open`).
 */
export const correction = pgTable(
  'correction',
  {
    ...baseColumns,
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    examId: bigint({ mode: 'number' })
      .notNull()
      .references(() => exam.id, { onDelete: 'cascade' }),
    candidateId: bigint({ mode: 'number' }).notNull(),
    subjectId: bigint({ mode: 'number' })
      .notNull()
      .references(() => subject.id),
    /** What the paper had when it was asked for; empty for no paper. */
    was: varchar({ length: 20 }).notNull(),
    wanted: varchar({ length: 20 }).notNull(),
    reason: text().notNull(),
    /** `waiting`, `accepted`, `refused` or `withdrawn`. */
    state: varchar({ length: 12 }).notNull().default('waiting'),
    /** What was answered to who asked. */
    answer: text().notNull().default(''),
    decideBy: bigint({ mode: 'number' }),
    decideTime: instant(),
    /** The change set of the decision. */
    decideSet: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'correction_pkey', columns: [t.examId, t.id] }),
    foreignKey({
      columns: [t.examId, t.candidateId],
      foreignColumns: [candidate.examId, candidate.id],
      name: 'correction_candidate_fk',
    }).onDelete('cascade'),
    check('correction_state', sql`state in ('waiting', 'accepted', 'refused', 'withdrawn')`),
    check('correction_texts', sql`wanted <> '' and reason <> '' and (state <> 'refused' or answer <> '')`),
    uniqueIndex('correction_waiting_key').on(t.examId, t.candidateId, t.subjectId).where(sql`state = 'waiting'`),
    index('correction_id_idx').on(t.id),
    index('correction_candidate_idx').on(t.examId, t.candidateId, t.subjectId),
    index('correction_subject_idx').on(t.subjectId, t.id),
    index('correction_state_idx').on(t.state, t.id),
    index('correction_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('correction_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)
