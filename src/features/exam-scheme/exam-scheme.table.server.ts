import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, smallint, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, instant, sortedText } from '#src/db/columns.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import type {
  AssignBand,
  Combination,
  RateBand,
  SchemeContent,
  SchemeLine,
  SchemeSubject,
} from './exam-scheme.content.ts'

/**
 * The scheme that users edit. An exam never references this table, only a revision: published content must not change.
 */
export const examScheme = pgTable(
  'exam_scheme',
  {
    ...baseColumns,
    name: sortedText().notNull().unique('exam_scheme_name_key'),
    levelId: bigint({ mode: 'number' })
      .notNull()
      .references(() => educateLevel.id),
    subjects: jsonb().$type<SchemeSubject[]>().notNull(),
    choice: varchar({ length: 8 }).notNull().default('none'),
    combinations: jsonb().$type<Combination[]>().notNull().default(sql`'[]'`),
    assign: varchar({ length: 8 }).notNull().default('none'),
    assignBands: jsonb().$type<AssignBand[]>().notNull().default(sql`'[]'`),
    assignFlat: varchar({ length: 8 }).notNull().default('high'),
    assignZero: varchar({ length: 8 }).notNull().default('band'),
    bands: jsonb().$type<RateBand[]>().notNull().default(sql`'[]'`),
    lines: jsonb().$type<SchemeLine[]>().notNull().default(sql`'[]'`),
    note: text().notNull().default(''),
    status: smallint().notNull().default(1),
    /** Number of the last published revision; 0 before the first. */
    revision: integer().notNull().default(0),
    /** `draft`, `published`, or `changed` since the last revision. The trigger `b_state` sets it. */
    state: varchar({ length: 9 }).notNull().default('draft'),
  },
  (t) => [
    index('exam_scheme_level_idx').on(t.levelId, t.id),
    index('exam_scheme_state_idx').on(t.state, t.id),
    index('exam_scheme_revision_idx').on(t.revision, t.id),
    index('exam_scheme_choice_idx').on(t.choice, t.id),
    index('exam_scheme_status_idx').on(t.status, t.id),
    index('exam_scheme_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('exam_scheme_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('exam_scheme_subjects_idx').using('gin', t.subjects.op('jsonb_path_ops')),
  ],
)

/** A scheme as it was published. The trigger `b_frozen` refuses every update. */
export const examSchemeRevision = pgTable(
  'exam_scheme_revision',
  {
    ...baseColumns,
    schemeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => examScheme.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    content: jsonb().$type<SchemeContent>().notNull(),
    /** Level and subjects of the content. These references prevent their deletion. */
    levelId: bigint({ mode: 'number' })
      .notNull()
      .references(() => educateLevel.id),
    subjectIds: bigint({ mode: 'number' }).array().notNull(),
    note: text().notNull().default(''),
    publishTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('exam_scheme_revision_number_key').on(t.schemeId, t.number),
    index('exam_scheme_revision_level_idx').on(t.levelId),
    index('exam_scheme_revision_subjects_idx').using('gin', t.subjectIds),
  ],
)

export type ExamSchemeRow = typeof examScheme.$inferSelect
