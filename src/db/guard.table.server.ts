import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'

/** Failure counters. They are in the database, so that they apply across processes and restarts. */
export const throttle = pgTable(
  'throttle',
  {
    /** A hash, because users may type a secret into the wrong field, and it must not be stored. */
    key: text().primaryKey(),
    failures: integer().notNull().default(0),
    /** Attempts that are still running. They count as failures until they succeed. */
    pending: integer().notNull().default(0),
    pendingTime: instant().notNull().default(sql`now()`),
    /** The time from which the remaining failures expire step by step. */
    countTime: instant().notNull().default(sql`now()`),
    blockedUntil: instant().notNull().default(sql`'epoch'`),
    updateTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('throttle_update_time_idx').on(t.updateTime)],
)

/** Open captchas. The first answer deletes the row, whether it is right or wrong. */
export const captcha = pgTable(
  'captcha',
  {
    idHash: text().primaryKey(),
    purpose: varchar({ length: 8, enum: ['login', 'sms', 'ems', 'register'] }).notNull(),
    /** The places to click, in order. They never leave the server. */
    targets: jsonb().$type<{ x: number; y: number; w: number; h: number }[]>().notNull(),
    /** Leading zero bits that the proof of work requires. It is the alternative to the picture. */
    bits: integer().notNull(),
    /** The captcha was answered correctly: its id permits one guarded call. */
    passed: boolean().notNull().default(false),
    expireTime: instant().notNull(),
  },
  (t) => [index('captcha_expire_idx').on(t.expireTime)],
)
