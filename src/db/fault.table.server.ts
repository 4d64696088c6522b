import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * Reports of pages that were not found, and of parts of pages that could not be shown. Equal reports share one row and
 * are counted.
 */
export const faultReport = pgTable(
  'fault_report',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Made from path, referrer, account, network, resource, part and message. Reports with the same key are equal. */
    key: text().notNull().unique('fault_report_key_key'),
    path: text().notNull(),
    /** Without its query, which may contain private data. */
    referrer: text().notNull(),
    accountId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'set null' }),
    /** /24 of IPv4, /64 of IPv6. */
    network: text().notNull(),
    /** The part that failed: the resource of the page, and its field or slot. Empty when the page was not found. */
    resource: text().notNull().default(''),
    part: text().notNull().default(''),
    /** The row of the latest report. */
    rowId: bigint({ mode: 'number' }),
    /** Why it failed, without values of rows. */
    message: text().notNull().default(''),
    stack: text().notNull().default(''),
    /** User agent of the latest report. */
    userAgent: text().notNull(),
    count: integer().notNull().default(1),
    firstTime: instant().notNull().default(sql`now()`),
    lastTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('fault_report_last_time_idx').on(t.lastTime), index('fault_report_account_idx').on(t.accountId)],
)
