import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { insertedBy } from '#src/db/columns.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'

const examId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => exam.id, { onDelete: 'cascade' })

/**
 * The mark of a candidate in a subject, or why there is none. The first entry is its row and names its change set;
 * later changes are recorded under the candidate (`record_paper`). The trigger `b_open` refuses writes into an exam or
 * a part that is not open. Partitioned by `exam_id`.
 */
export const paper = pgTable(
  'paper',
  {
    examId: examId(),
    candidateId: bigint({ mode: 'number' }).notNull(),
    subjectId: bigint({ mode: 'number' }).notNull(),
    /** Hundredths of a mark; null with a flag. */
    mark: integer(),
    /** 0 for a mark that counts, 1 absent, 2 cheated, 3 exempt (`exam-engine/frame.ts`). */
    flag: smallint().notNull().default(0),
    /** The teaching group of the subject; null for the class. */
    groupId: bigint({ mode: 'number' }),
    version: integer().notNull().default(1),
    ...insertedBy,
  },
  (t) => [
    primaryKey({ name: 'paper_pkey', columns: [t.examId, t.candidateId, t.subjectId] }),
    check('paper_mark', sql`(mark is null) = (flag <> 0) and (mark >= 0) is not false and flag between 0 and 3`),
    index('paper_change_set_idx').on(t.changeSetId),
  ],
)
