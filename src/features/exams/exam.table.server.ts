import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core'
import { baseColumns, insertedBy, instant, sortedText } from '#src/db/columns.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { examScheme, examSchemeRevision } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import type { ExamParams } from './exam.params.ts'

// The keys of all tables that belong to an exam begin with `exam_id`, so that exams can be spread over machines
// (docs/scale.md). Tables with millions of rows are partitioned by it.

/**
 * An exam. It runs by one revision of a scheme, which the trigger `b_revision` takes when the scheme is chosen. Calls
 * change the state (`exam-state.server.ts`), never a form.
 */
export const exam = pgTable(
  'exam',
  {
    ...baseColumns,
    name: sortedText().notNull(),
    schemeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => examScheme.id),
    /** Number of the scheme's revision. */
    revision: integer().notNull(),
    levelId: bigint({ mode: 'number' })
      .notNull()
      .references(() => educateLevel.id),
    yearIds: bigint({ mode: 'number' }).array().notNull(),
    /** The organizations that take part, each with all below it. */
    orgIds: bigint({ mode: 'number' }).array().notNull(),
    /** Who is enrolled on this day takes the exam. */
    censusDate: date({ mode: 'string' }).notNull(),
    /** First and last day of the exam. */
    since: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    /** Until when schools enter marks. A part may have its own. */
    deadline: instant(),
    /** Marks are multiples of this number of hundredths. */
    step: smallint().notNull().default(50),
    state: varchar({ length: 12 }).notNull().default('draft'),
    /** Parameters that differ from the scheme; null for none. */
    params: jsonb().$type<ExamParams>(),
    /** Number of the last publication that is not withdrawn; 0 for none. */
    published: integer().notNull().default(0),
    note: text().notNull().default(''),
  },
  (t) => [
    foreignKey({
      columns: [t.schemeId, t.revision],
      foreignColumns: [examSchemeRevision.schemeId, examSchemeRevision.number],
      name: 'exam_revision_fk',
    }),
    check('exam_days', sql`until >= since`),
    index('exam_name_idx').on(t.name, t.id),
    index('exam_scheme_idx').on(t.schemeId, t.id),
    index('exam_level_idx').on(t.levelId, t.id),
    index('exam_census_idx').on(t.censusDate, t.id),
    index('exam_since_idx').on(t.since, t.id),
    index('exam_deadline_idx').on(t.deadline, t.id),
    index('exam_state_idx').on(t.state, t.id),
    index('exam_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('exam_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('exam_years_idx').using('gin', t.yearIds),
    index('exam_orgs_idx').using('gin', t.orgIds),
  ],
)

const examId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => exam.id, { onDelete: 'cascade' })

/** The part of an exam that one school enters and submits. */
export const examPart = pgTable(
  'exam_part',
  {
    examId: examId(),
    schoolId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    /** `open`, `submitted` or `returned`. */
    state: varchar({ length: 12 }).notNull().default('open'),
    /** Its own deadline; null for that of the exam. */
    deadline: instant(),
    submitTime: instant(),
    submitBy: bigint({ mode: 'number' }),
    /** Why it was returned. */
    reason: text().notNull().default(''),
    remindTime: instant(),
  },
  (t) => [
    primaryKey({ name: 'exam_part_pkey', columns: [t.examId, t.schoolId] }),
    index('exam_part_school_idx').on(t.schoolId),
  ],
)

/** A subject of an exam, from the revision of its scheme. */
export const examSubject = pgTable(
  'exam_subject',
  {
    examId: examId(),
    subjectId: bigint({ mode: 'number' })
      .notNull()
      .references(() => subject.id),
    position: smallint().notNull(),
    /** Hundredths of a mark. */
    fullMark: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'exam_subject_pkey', columns: [t.examId, t.subjectId] }),
    index('exam_subject_subject_idx').on(t.subjectId),
  ],
)

/**
 * A pupil who takes an exam, at the place of the census date. Partitioned by `exam_id`; the insertion is only counted.
 */
export const candidate = pgTable(
  'candidate',
  {
    ...baseColumns,
    // Seam of PostgreSQL 16: partitioned tables have no identity columns.
    id: bigint({ mode: 'number' }).notNull().default(sql`nextval('candidate_id_seq')`),
    examId: examId(),
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id),
    /** The number in this exam. */
    number: varchar({ length: 32 }).notNull(),
    name: sortedText().notNull(),
    schoolId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    /** The class, or the school of a pupil without a class. */
    orgId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    /** The name of the combination in the scheme; empty for none. */
    combo: varchar({ length: 50 }).notNull().default(''),
    /** `in`, or `out` for an exclusion with a reason. */
    status: varchar({ length: 4 }).notNull().default('in'),
    reason: text().notNull().default(''),
    ...insertedBy,
  },
  (t) => [
    primaryKey({ name: 'candidate_pkey', columns: [t.examId, t.id] }),
    unique('candidate_exam_id_number_key').on(t.examId, t.number),
    unique('candidate_exam_id_student_id_key').on(t.examId, t.studentId),
    check('candidate_reason', sql`(status = 'out') = (reason <> '')`),
    index('candidate_place_idx').on(t.examId, t.schoolId, t.orgId),
    index('candidate_student_idx').on(t.studentId),
    index('candidate_org_idx').on(t.orgId, t.id),
    index('candidate_order_idx').on(t.number, t.id),
    index('candidate_status_idx').on(t.status, t.id),
    index('candidate_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('candidate_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('candidate_change_set_idx').on(t.changeSetId),
  ],
)

/** What has happened to an exam: who changed its state, or that of a part, and why. */
export const examEvent = pgTable(
  'exam_event',
  {
    examId: examId(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    kind: varchar({ length: 16 }).notNull(),
    schoolId: bigint({ mode: 'number' }).references(() => organization.id),
    reason: text().notNull().default(''),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'exam_event_pkey', columns: [t.examId, t.id] }),
    index('exam_event_school_idx').on(t.schoolId),
  ],
)
