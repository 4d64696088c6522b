import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, smallint, unique } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from './columns.server.ts'
import { account } from './identity.table.server.ts'
import { organization } from './organization.table.server.ts'

// Who teaches whom, and when. The data scope `teaching` reads both tables. Their screens are in features/teaching.

/** A term of a school year. No two terms have a day in common (constraint `term_overlap` of the migration). */
export const term = pgTable(
  'term',
  {
    ...baseColumns,
    name: sortedText().notNull(),
    /** The calendar year in which the school year begins. */
    schoolYear: smallint().notNull(),
    /** 1 or 2; 3 for a term in summer. */
    number: smallint().notNull(),
    /** First and last day. */
    since: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('term_number_key').on(t.schoolYear, t.number),
    check('term_days', sql`until >= since`),
    index('term_name_idx').on(t.name, t.id),
    index('term_since_idx').on(t.since, t.id),
    index('term_until_idx').on(t.until, t.id),
    index('term_number_idx').on(t.number, t.id),
    index('term_status_idx').on(t.status, t.id),
    index('term_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('term_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export type TermRow = typeof term.$inferSelect

/** That a teacher teaches a subject in a class during a term. */
export const teaching = pgTable(
  'teaching',
  {
    ...baseColumns,
    /** The teacher: an account of the back office. */
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id),
    /** The class. */
    orgId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
    /** A foreign key to `subject`, which the migration adds: the kernel knows no feature. */
    subjectId: bigint({ mode: 'number' }).notNull(),
    termId: bigint({ mode: 'number' })
      .notNull()
      .references(() => term.id),
  },
  (t) => [
    unique('teaching_key').on(t.termId, t.orgId, t.subjectId, t.accountId),
    index('teaching_account_idx').on(t.accountId, t.id),
    index('teaching_org_idx').on(t.orgId, t.id),
    index('teaching_subject_idx').on(t.subjectId, t.id),
    index('teaching_term_idx').on(t.termId, t.id),
    index('teaching_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('teaching_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export type TeachingRow = typeof teaching.$inferSelect
