import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * Every published version of the terms of use and of the privacy policy. Rows are only added, and outlive the change
 * history: people have agreed to what is in them.
 */
export const legalVersion = pgTable(
  'legal_version',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    kind: varchar({ length: 16 }).$type<'terms' | 'privacy'>().notNull(),
    text: jsonb().$type<{ 'zh-cn': string; en: string }>().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('legal_version_kind_idx').on(t.kind, t.id)],
)

/** What an account has agreed to, and when. */
export const legalAgreement = pgTable(
  'legal_agreement',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    versionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => legalVersion.id),
    agreeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.versionId] }), index('legal_agreement_version_idx').on(t.versionId)],
)
