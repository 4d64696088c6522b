import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, varchar } from 'drizzle-orm/pg-core'
import { logEvents, sealKinds } from '#src/lib/log-event.ts'
import { bytes, instant } from './columns.server.ts'

/**
 * What was asked of the product: sign-ins, writes, exports, refusals. Partitioned by month. Rows are only added; a
 * trigger gives each its number, its salt and its digest (decision 028). No foreign keys: a row outlives its account.
 */
export const adminLog = pgTable(
  'admin_log',
  {
    /** From a sequence, while no seal is made. An explicit number stays, so that a copied row shows as added. */
    id: bigint({ mode: 'number' }).notNull().default(sql`null`),
    createTime: instant().notNull().default(sql`clock_timestamp()`),
    event: varchar({ length: 12, enum: logEvents }).notNull(),
    side: varchar({ length: 5, enum: ['admin', 'user'] }),
    /** Who really acted, and under which name; of a failed sign-in, the name that was tried. */
    accountId: bigint({ mode: 'number' }),
    username: text().notNull().default(''),
    /** The account that they viewed the back office as. */
    seenId: bigint({ mode: 'number' }),
    seenName: text().notNull().default(''),
    /** The permission node that the call asked for; empty when it asked for none. */
    node: text().notNull().default(''),
    /** Menu and button, or what the contract says of the call. */
    title: text().notNull().default(''),
    titleEn: text().notNull().default(''),
    method: varchar({ length: 7 }).notNull().default(''),
    path: text().notNull().default(''),
    /** Without secrets, and cut. */
    query: jsonb(),
    body: jsonb(),
    /** The code of the answer, and what it said. */
    code: smallint().notNull().default(200),
    message: text().notNull().default(''),
    /** Milliseconds. */
    duration: integer().notNull().default(0),
    address: text().notNull().default(''),
    agent: text().notNull().default(''),
    requestId: text().notNull().default(''),
    changeSetId: bigint({ mode: 'number' }),
    /** How many events the row stands for: failed sign-ins beyond ten a minute from one address are counted. */
    times: integer().notNull().default(1),
    /** The first redaction that emptied the row; 0 for none. */
    redacted: bigint({ mode: 'number' }).notNull().default(0),
    salt: bytes(),
    digest: bytes(),
    /**
     * Shows that the product has written the row. It gives a random part and a key for this row alone; the trigger
     * keeps the random part and a hash of key and digest.
     */
    mark: bytes(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.createTime] }),
    index('admin_log_create_time_idx').on(t.createTime, t.id),
    index('admin_log_account_idx').on(t.accountId, t.createTime, t.id),
    // The sign-in history of an account: attempts under its names, however they were spelled.
    index('admin_log_failed_name_idx')
      .on(sql`lower(${t.username})`, t.createTime, t.id)
      .where(sql`${t.event} = 'signInFailed' and ${t.accountId} is null`),
    index('admin_log_username_idx').on(t.username, t.createTime, t.id),
    index('admin_log_address_idx').on(t.address, t.createTime, t.id),
    index('admin_log_node_idx').on(t.node, t.createTime, t.id),
    index('admin_log_code_idx').on(t.code, t.createTime, t.id),
    index('admin_log_event_idx').on(t.event, t.createTime, t.id),
    // One request is found by its number alone; nobody sorts by it.
    index('admin_log_request_idx').using('hash', t.requestId),
    index('admin_log_title_idx').on(t.title, t.createTime, t.id),
    index('admin_log_side_idx').on(t.side, t.createTime, t.id),
    index('admin_log_change_set_idx').on(t.changeSetId).where(sql`${t.changeSetId} is not null`),
  ],
)

/**
 * The names and titles that occur in the log, a few thousand: the quick search looks for words in them, and for rows by
 * the names that it has found. A trigger adds them. Names that somebody only tried to sign in with are not among them.
 */
export const adminLogName = pgTable(
  'admin_log_name',
  {
    kind: varchar({ length: 7, enum: ['account', 'call'] }).notNull(),
    name: text().notNull(),
    /** Of a call, its title in English. */
    nameEn: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name, t.nameEn] })],
)

/** The chain of seals: segments of the log, and what was done to them since. Each names the hash of the one before. */
export const adminLogSeal = pgTable('admin_log_seal', {
  number: bigint({ mode: 'number' }).primaryKey(),
  kind: varchar({ length: 9, enum: sealKinds }).notNull(),
  createTime: instant().notNull(),
  /** Of a segment and of a removal: the month, as `202611`. A segment has the rows of one month. */
  month: varchar({ length: 6 }).notNull().default(''),
  /** A segment has the numbers above the first one, up to the last one. */
  fromId: bigint({ mode: 'number' }).notNull().default(0),
  toId: bigint({ mode: 'number' }).notNull().default(0),
  fromTime: instant(),
  toTime: instant(),
  count: integer().notNull(),
  /** Rows of a segment that the product has not written. */
  strange: integer().notNull().default(0),
  /** The hash over the digests of the rows, or over the list of redacted rows. */
  root: bytes().notNull(),
  /** Of what people did: who, and why. */
  accountId: bigint({ mode: 'number' }),
  username: text().notNull().default(''),
  previous: bytes().notNull(),
  hash: bytes().notNull(),
  /** By the site's secret, which the database does not have. */
  signature: bytes(),
})

/** Which seal is the newest: one row, signed. Without it, nobody would miss the last seals. */
export const adminLogNewest = pgTable('admin_log_newest', {
  id: smallint().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  hash: bytes().notNull(),
  signature: bytes().notNull(),
})

/** The rows that a redaction emptied, with the digest of what is left of each. */
export const adminLogRedacted = pgTable(
  'admin_log_redacted',
  {
    seal: bigint({ mode: 'number' }).notNull(),
    logId: bigint({ mode: 'number' }).notNull(),
    digest: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seal, t.logId] }), index('admin_log_redacted_row_idx').on(t.logId)],
)

/** The times when a seal was sent outside, the last ones. */
export const adminLogSend = pgTable('admin_log_send', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  createTime: instant().notNull().default(sql`now()`),
  way: varchar({ length: 7, enum: ['mail', 'webhook'] }).notNull(),
  recipient: text().notNull(),
  number: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  /** Empty when it has left. */
  failure: text().notNull().default(''),
})
