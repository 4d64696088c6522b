import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from '#src/db/columns.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import type { PublicationAudience, RunFacts, RunParams, StatFacts } from './run.facts.ts'

const examId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => exam.id, { onDelete: 'cascade' })

/** One computation of an exam: its data, its parameters and the engine, each with a hash, and what came out. */
export const examRun = pgTable(
  'exam_run',
  {
    examId: examId(),
    number: integer().notNull(),
    /** `computing`, `done` or `failed`. */
    state: varchar({ length: 12 }).notNull().default('computing'),
    jobId: bigint({ mode: 'number' }),
    params: jsonb().$type<RunParams>().notNull(),
    engine: varchar({ length: 16 }).notNull(),
    dataHash: varchar({ length: 64 }).notNull().default(''),
    resultHash: varchar({ length: 64 }).notNull().default(''),
    facts: jsonb().$type<RunFacts>(),
    /** How many accepted corrections it has read. */
    corrections: integer().notNull().default(0),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
    finishTime: instant(),
  },
  (t) => [primaryKey({ name: 'exam_run_pkey', columns: [t.examId, t.number] })],
)

const runColumns = { examId: bigint({ mode: 'number' }).notNull(), run: integer().notNull() }
/** The data of a run, frozen: a column of the frame as compressed bytes. */
export const runFrame = pgTable(
  'run_frame',
  { ...runColumns, column: varchar({ length: 32 }).notNull(), bytes: bytes().notNull() },
  (t) => [
    primaryKey({ name: 'run_frame_pkey', columns: [t.examId, t.run, t.column] }),
    foreignKey({
      columns: [t.examId, t.run],
      foreignColumns: [examRun.examId, examRun.number],
      name: 'run_frame_run_fk',
    }).onDelete('cascade'),
  ],
)

/** A unit of a run, as it was called and placed then. */
export const runUnit = pgTable(
  'run_unit',
  {
    ...runColumns,
    /** `all`, `district`, `school`, `class`, `group` or `combo`. */
    kind: varchar({ length: 8 }).notNull(),
    /** The organization; 0 for the whole; the group or the number of the combination. */
    unitId: bigint({ mode: 'number' }).notNull(),
    /** The subject of a teaching group, else 0. */
    subjectId: bigint({ mode: 'number' }).notNull().default(0),
    /** The unit above; 0 for none. */
    parentId: bigint({ mode: 'number' }).notNull().default(0),
    name: text().notNull(),
    position: integer().notNull(),
    /** All candidates of the unit. */
    candidates: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'run_unit_pkey', columns: [t.examId, t.run, t.kind, t.unitId, t.subjectId] }),
    foreignKey({
      columns: [t.examId, t.run],
      foreignColumns: [examRun.examId, examRun.number],
      name: 'run_unit_run_fk',
    }).onDelete('cascade'),
  ],
)

/** The figures of a unit in one column of marks. The trigger `exam_run_rows` deletes them with their run. */
export const runStat = pgTable(
  'run_stat',
  {
    ...runColumns,
    kind: varchar({ length: 8 }).notNull(),
    unitId: bigint({ mode: 'number' }).notNull(),
    /** The place of the column in the facts of the run. */
    col: smallint().notNull(),
    /** Read as a whole, so it is kept as it was written: `jsonb` would convert each number. */
    facts: json().$type<StatFacts>().notNull(),
  },
  (t) => [primaryKey({ name: 'run_stat_pkey', columns: [t.examId, t.run, t.kind, t.unitId, t.col] })],
)

/**
 * The results of a candidate in the last run, and in those of publications that are not withdrawn. Those of other runs
 * are computed again from their frames. Partitioned by `exam_id`. The trigger `exam_run_rows` deletes them with their
 * run: a foreign key would be checked for each row, which takes a quarter of the time of writing a million.
 */
export const examResult = pgTable(
  'exam_result',
  {
    examId: bigint({ mode: 'number' }).notNull(),
    candidateId: bigint({ mode: 'number' }).notNull(),
    run: integer().notNull(),
    orgId: bigint({ mode: 'number' }).notNull(),
    schoolId: bigint({ mode: 'number' }).notNull(),
    studentId: bigint({ mode: 'number' }).notNull(),
    /** Hundredths; null without a total. */
    total: integer(),
    /** By column of the run: the mark in hundredths, -1 for none. */
    marks: integer().array().notNull(),
    /** By column and level: the rank, 0 for none. Bytes, which `ranksOf` reads. */
    ranks: bytes().notNull(),
  },
  (t) => [
    primaryKey({ name: 'exam_result_pkey', columns: [t.examId, t.run, t.candidateId] }),
    index('exam_result_org_idx').on(t.examId, t.run, t.orgId),
    index('exam_result_student_idx').on(t.studentId),
  ],
)

/** A numbered publication: it points to a run and says who sees what. */
export const publication = pgTable(
  'publication',
  {
    examId: examId(),
    number: integer().notNull(),
    run: integer().notNull(),
    audience: jsonb().$type<PublicationAudience>().notNull(),
    note: text().notNull().default(''),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
    withdrawTime: instant(),
    withdrawReason: text().notNull().default(''),
    /** How far families are told: up to which account, in the order of their ids, and how many. */
    toldAccountId: bigint({ mode: 'number' }).notNull().default(0),
    toldCount: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'publication_pkey', columns: [t.examId, t.number] }),
    foreignKey({
      columns: [t.examId, t.run],
      foreignColumns: [examRun.examId, examRun.number],
      name: 'publication_run_fk',
    }).onDelete('cascade'),
  ],
)

/**
 * Which counts of an axis a publication shows outside of their units, compressed (`axes-store.server.ts`). The axis
 * `units` names the units.
 */
export const publicationAxis = pgTable(
  'publication_axis',
  {
    examId: bigint({ mode: 'number' }).notNull(),
    number: integer().notNull(),
    axis: varchar({ length: 32 }).notNull(),
    /** The marks of the cuts, the most important first. */
    cuts: integer().array().notNull(),
    counts: bytes().notNull(),
    shown: bytes().notNull(),
    /** Who still counts as in the publication before, and where. */
    waiting: bytes().notNull(),
  },
  (t) => [
    primaryKey({ name: 'publication_axis_pkey', columns: [t.examId, t.number, t.axis] }),
    foreignKey({
      columns: [t.examId, t.number],
      foreignColumns: [publication.examId, publication.number],
      name: 'publication_axis_fk',
    }).onDelete('cascade'),
  ],
)
