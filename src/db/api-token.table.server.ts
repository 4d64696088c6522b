import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns, instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/** What an API token may do: a part of what its owner may. Its secret is elsewhere. */
export const apiToken = pgTable(
  'api_token',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Permission nodes. It never has more of them than its owner holds at that moment. */
    nodes: text().array().notNull(),
    /** Addresses and networks that it may come from, one a line. Empty for all. */
    addresses: text().notNull().default(''),
    expireTime: instant().notNull(),
    /** When somebody has revoked it. */
    revokeTime: instant(),
  },
  (t) => [index('api_token_account_idx').on(t.accountId), index('api_token_expire_idx').on(t.expireTime)],
)

/**
 * The secret of each valid API token, by its SHA-256 hash, and its last use. A revoked token has none any more, and the
 * trigger `end_api_tokens` takes those of a locked account away.
 */
export const apiTokenKey = pgTable('api_token_key', {
  tokenId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => apiToken.id, { onDelete: 'cascade' }),
  hash: text().notNull().unique('api_token_key_hash'),
  /** The last characters of the token, by which its owner recognizes it. */
  ending: text().notNull(),
  lastUseTime: instant(),
  lastUseIp: text().notNull().default(''),
})
