import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, smallint, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { messageChannels, messageEvents, messageStates } from '#src/lib/message-kinds.ts'
import { baseColumns, instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * One attempt to send a message: when it ended, what came of it (in the language of the message, and in the other one),
 * and what the other server said.
 */
export type MessageTry = { time: string; result: string; translated?: string; answer: string }

/** The outbox: e-mails and text messages, from the write that wants them until long after they were sent. */
export const messageOut = pgTable(
  'message_out',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    channel: varchar({ length: 4, enum: messageChannels }).notNull(),
    event: varchar({ length: 30, enum: messageEvents }).notNull(),
    language: varchar({ length: 5, enum: ['zh-cn', 'en'] }).notNull(),
    recipient: text().notNull(),
    /** Of e-mails. */
    subject: text().notNull().default(''),
    /** What is sent, sealed, because it may contain a code. Emptied when the message has left or is given up. */
    sealed: text().notNull().default(''),
    /** The account that the message is about or for. */
    accountId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'set null' }),
    /** The account whose write wanted it. */
    authorId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'set null' }),
    state: varchar({ length: 9, enum: messageStates }).notNull().default('waiting'),
    /** The kind of notice that it repeats for an account that wants it by e-mail. It is asked again before sending. */
    noticeKind: varchar({ length: 40 }),
    /** 0 for codes, for which somebody waits; 1 for the rest; 2 for what goes to many. */
    rank: smallint().notNull().default(1),
    attempts: integer().notNull().default(0),
    /** When it is due; while it is sent: when its process counts as dead. Null at the end. */
    nextTime: instant().default(sql`now()`),
    /** After this time it is not sent any more. */
    expireTime: instant(),
    /** The beginning of the last attempt. */
    tryTime: instant(),
    endTime: instant(),
    /** What the other server said last. */
    answer: text().notNull().default(''),
    tries: jsonb().$type<MessageTry[]>().notNull().default([]),
    /** The process that sends it, with a word of its own for each attempt. */
    worker: text().notNull().default(''),
    /** The identity of the message for mail servers. It stays the same for all attempts. */
    messageId: uuid().notNull().default(sql`gen_random_uuid()`),
  },
  (t) => [
    index('message_out_due_idx').on(t.rank, t.nextTime).where(sql`state in ('waiting', 'sending')`),
    index('message_out_try_time_idx').on(t.tryTime),
    index('message_out_end_time_idx').on(t.endTime, t.id),
    index('message_out_create_time_idx').on(t.createTime, t.id),
    index('message_out_account_idx').on(t.accountId),
    index('message_out_author_idx').on(t.authorId),
  ],
)

/** The text of each kind of message in each language. */
export const messageTemplate = pgTable(
  'message_template',
  {
    ...baseColumns,
    event: varchar({ length: 30, enum: messageEvents }).notNull(),
    channel: varchar({ length: 4, enum: messageChannels }).notNull(),
    language: varchar({ length: 5, enum: ['zh-cn', 'en'] }).notNull(),
    /** The reminder of a module that the text is of: `<uid>/<key>`. Empty for a text of the product. */
    part: text().notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull(),
    /** The name that the SMS provider gives to its own copy of the text. */
    gatewayName: text().notNull().default(''),
  },
  (t) => [
    unique('message_template_key').on(t.event, t.channel, t.language, t.part),
    index('message_template_event_idx').on(t.event, t.id),
    index('message_template_create_time_idx').on(t.createTime, t.id),
    index('message_template_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/** The codes that were sent and are not used yet. */
export const messageCode = pgTable(
  'message_code',
  {
    /** A keyed hash of purpose, address and account. */
    key: text().primaryKey(),
    /** A keyed hash of the code. */
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    expireTime: instant().notNull(),
  },
  (t) => [index('message_code_expire_idx').on(t.expireTime)],
)

/** Uses that are limited by their number in a time. */
export const throttleUse = pgTable(
  'throttle_use',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    key: text().notNull(),
    useTime: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('throttle_use_key_idx').on(t.key, t.useTime), index('throttle_use_time_idx').on(t.useTime)],
)
