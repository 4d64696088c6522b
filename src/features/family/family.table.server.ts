import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, unique, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, instant } from '#src/db/columns.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { student } from '#src/features/students/student.table.server.ts'

/** A member who sees the results of a pupil: the pupil's own account, or that of a guardian. */
export const guardian = pgTable(
  'guardian',
  {
    ...baseColumns,
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id, { onDelete: 'cascade' }),
    /** The member. */
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** `self`, `mother`, `father`, `grandparent` or `other`. */
    relation: varchar({ length: 12 }).notNull(),
  },
  (t) => [
    unique('guardian_key').on(t.studentId, t.accountId),
    // A pupil has one account, and a member is one pupil.
    uniqueIndex('guardian_self_student_key').on(t.studentId).where(sql`relation = 'self'`),
    uniqueIndex('guardian_self_account_key').on(t.accountId).where(sql`relation = 'self'`),
    index('guardian_account_idx').on(t.accountId, t.id),
    index('guardian_relation_idx').on(t.relation, t.id),
    index('guardian_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('guardian_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/** Codes that make members the pupil or a guardian of a pupil, once each. Only their hashes are stored. */
export const familyCode = pgTable(
  'family_code',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    studentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => student.id, { onDelete: 'cascade' }),
    /** `self` for the pupil, `guardian` for a guardian. */
    holder: varchar({ length: 12 }).notNull(),
    codeHash: text().notNull(),
    expireTime: instant().notNull(),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('family_code_hash_key').on(t.codeHash),
    index('family_code_student_idx').on(t.studentId, t.id),
    index('family_code_expire_idx').on(t.expireTime),
  ],
)
