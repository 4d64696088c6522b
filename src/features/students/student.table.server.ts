import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, smallint, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, searchGrams, sortedText } from '#src/db/columns.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { studentYear } from '#src/features/student-year/student-year.table.server.ts'

/**
 * The pupils, each with the place where the pupil is, or was last: a class, or a school that has no classes yet. The
 * places before are in `enrolment`. A change of the place with a later first day moves the pupil, and the trigger
 * `d_moved` writes the place that ends; with the same first day it corrects an error.
 */
export const student = pgTable(
  'student',
  {
    ...baseColumns,
    /** The permanent number, which never holds a number of an ID card. */
    number: varchar({ length: 32 }).notNull(),
    name: sortedText().notNull(),
    /** See `lib/genders.ts`. */
    gender: smallint().notNull().default(0),
    yearId: bigint({ mode: 'number' })
      .notNull()
      .references(() => studentYear.id),
    orgId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    /** How the pupil came to this place. */
    kind: varchar({ length: 12 }).notNull().default('admitted'),
    /** The first day at this place. */
    since: date({ mode: 'string' }).notNull(),
    /** The last day there, of a pupil who has left. */
    until: date({ mode: 'string' }),
    status: varchar({ length: 12 }).notNull().default('active'),
    searchGrams: searchGrams('name', 'number'),
  },
  (t) => [
    unique('student_number_key').on(t.number),
    check('student_days', sql`until >= since`),
    // Whoever is at school has no last day, and whoever has left has one.
    check('student_left', sql`(until is null) = (status in ('active', 'suspended'))`),
    index('student_name_idx').on(t.name, t.id),
    index('student_year_idx').on(t.yearId, t.id),
    index('student_org_idx').on(t.orgId, t.id),
    index('student_gender_idx').on(t.gender, t.id),
    index('student_kind_idx').on(t.kind, t.id),
    index('student_since_idx').on(t.since, t.id),
    index('student_until_idx').on(t.until, t.id),
    index('student_state_idx').on(t.status, t.id),
    index('student_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('student_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('student_search_idx').using('gin', t.searchGrams),
  ],
)

/**
 * The earlier places of pupils, first and last day included. No two places of a pupil have a day in common: the
 * constraint `enrolment_overlap` and the trigger `e_before` hold that, also against the place in `student`. The view
 * `enrolment_span` has all places.
 */
export const enrolment = pgTable(
  'enrolment',
  {
    ...baseColumns,
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id, { onDelete: 'cascade' }),
    orgId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    kind: varchar({ length: 12 }).notNull().default('admitted'),
    since: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    /** The place in the table of the form. It says nothing: the days are the order. */
    place: integer().notNull().default(0),
  },
  (t) => [
    check('enrolment_days', sql`until >= since`),
    index('enrolment_student_idx').on(t.studentId, t.since),
    index('enrolment_org_idx').on(t.orgId, t.since),
  ],
)
