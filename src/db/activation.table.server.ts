import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * Codes by which people set the first password of an imported account. Like credentials, they are not recorded in the
 * history, and backups leave them out.
 */
export const accountActivation = pgTable(
  'account_activation',
  {
    accountId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** SHA-256. The code itself is only in the file of whoever imported the account. */
    codeHash: text().notNull(),
    expireTime: instant().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('account_activation_expire_idx').on(t.expireTime)],
)

/** The imports whose file of codes has been fetched. */
export const activationFile = pgTable('activation_file', {
  changeSetId: bigint({ mode: 'number' }).primaryKey(),
  createTime: instant().notNull().default(sql`now()`),
})
