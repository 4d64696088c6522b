import { bigint, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { exam } from '#src/features/exams/exam.table.server.ts'

// What the board reads instead of counting papers. The triggers `e_count_*` keep both tables.

const keys = {
  examId: bigint({ mode: 'number' })
    .notNull()
    .references(() => exam.id, { onDelete: 'cascade' }),
  schoolId: bigint({ mode: 'number' }).notNull(),
}

/** The candidates of a combination who take part at a school. */
export const candidateCount = pgTable(
  'candidate_count',
  { ...keys, combo: varchar({ length: 50 }).notNull(), candidates: integer().notNull() },
  (t) => [primaryKey({ name: 'candidate_count_pkey', columns: [t.examId, t.schoolId, t.combo] })],
)

/** The papers that a school has in a subject, with a mark or a flag. Those of excluded candidates do not count. */
export const paperCount = pgTable(
  'paper_count',
  {
    ...keys,
    subjectId: bigint({ mode: 'number' }).notNull(),
    /** All papers; those with a flag are also counted by themselves. */
    entered: integer().notNull(),
    absent: integer().notNull(),
    cheat: integer().notNull(),
    exempt: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'paper_count_pkey', columns: [t.examId, t.schoolId, t.subjectId] })],
)
