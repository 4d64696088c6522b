import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, unique, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, insertedBy } from './columns.server.ts'
import { account } from './identity.table.server.ts'

// The ledgers of members: money in whole cents, points as integers. Both have the same columns. A balance is what the
// last entry has left, and each entry begins with what the one before has left: foreign keys hold the chain together,
// so a balance is always the sum of its entries. The trigger `enter_ledger` numbers an entry and moves the balance.
// No entry is ever changed or deleted.

const entryColumns = {
  ...baseColumns,
  ...insertedBy,
  accountId: bigint({ mode: 'number' })
    .notNull()
    .references(() => account.id),
  /** The number of the entry among those of its member, from 1. */
  seq: integer().notNull(),
  /** The entry before; null for the first. */
  prevSeq: integer().generatedAlwaysAs(sql`nullif(seq - 1, 0)`),
  amount: bigint({ mode: 'number' }).notNull(),
  before: bigint({ mode: 'number' }).notNull(),
  after: bigint({ mode: 'number' }).notNull(),
  /** Why. */
  memo: varchar({ length: 255 }).notNull(),
  /** The entry that this one takes back. */
  reverses: bigint({ mode: 'number' }),
}

/** What a member's money has gone through, in whole cents. */
export const moneyLog = pgTable('money_log', entryColumns, (t) => [
  unique('money_log_seq_key').on(t.accountId, t.seq, t.after),
  // Few entries take back another one.
  uniqueIndex('money_log_reverses_key').on(t.reverses).where(sql`reverses is not null`),
  foreignKey({ name: 'money_log_reverses_fkey', columns: [t.reverses], foreignColumns: [t.id] }),
  foreignKey({
    name: 'money_log_chain_fkey',
    columns: [t.accountId, t.prevSeq, t.before],
    foreignColumns: [t.accountId, t.seq, t.after],
  }),
  check('money_log_sum', sql`after = before + amount and amount <> 0`),
  // Numbers above are not exact in JavaScript.
  check('money_log_exact', sql`abs(after) <= 9007199254740991`),
  check('money_log_first', sql`seq > 1 or (seq = 1 and before = 0)`),
  index('money_log_change_set_idx').on(t.changeSetId),
  index('money_log_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  index('money_log_account_time_idx').on(t.accountId, t.createTime.desc().nullsFirst(), t.id),
  index('money_log_amount_idx').on(t.amount, t.id),
  // Finds what a reason contains: for filters, and when a person is taken out of it.
  index('money_log_memo_idx').using('gin', sql`search_grams(memo)`),
])

/** The same of a member's points. */
export const scoreLog = pgTable('score_log', entryColumns, (t) => [
  unique('score_log_seq_key').on(t.accountId, t.seq, t.after),
  // Few entries take back another one.
  uniqueIndex('score_log_reverses_key').on(t.reverses).where(sql`reverses is not null`),
  foreignKey({ name: 'score_log_reverses_fkey', columns: [t.reverses], foreignColumns: [t.id] }),
  foreignKey({
    name: 'score_log_chain_fkey',
    columns: [t.accountId, t.prevSeq, t.before],
    foreignColumns: [t.accountId, t.seq, t.after],
  }),
  check('score_log_sum', sql`after = before + amount and amount <> 0`),
  // Numbers above are not exact in JavaScript.
  check('score_log_exact', sql`abs(after) <= 9007199254740991`),
  check('score_log_first', sql`seq > 1 or (seq = 1 and before = 0)`),
  index('score_log_change_set_idx').on(t.changeSetId),
  index('score_log_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  index('score_log_account_time_idx').on(t.accountId, t.createTime.desc().nullsFirst(), t.id),
  index('score_log_amount_idx').on(t.amount, t.id),
  // Finds what a reason contains: for filters, and when a person is taken out of it.
  index('score_log_memo_idx').using('gin', sql`search_grams(memo)`),
])

/**
 * What each member has now. `moneySeq` and `scoreSeq` are the last entries, whose `after` the balances are. It is not
 * part of the change history, because the entries are.
 */
export const memberBalance = pgTable(
  'member_balance',
  {
    accountId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** In whole cents, never a float. */
    money: bigint({ mode: 'number' }).notNull().default(0),
    score: bigint({ mode: 'number' }).notNull().default(0),
    moneySeq: integer(),
    scoreSeq: integer(),
  },
  (t) => [
    check('member_balance_empty', sql`(money_seq is not null or money = 0) and (score_seq is not null or score = 0)`),
    index('member_balance_money_idx').on(t.money, t.accountId),
    index('member_balance_score_idx').on(t.score, t.accountId),
  ],
)
