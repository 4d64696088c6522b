import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'

/** Failures by what they are counted for; in the database, so that they hold across processes and restarts. */
export const throttle = pgTable(
  'throttle',
  {
    /** A hash: what people type into the wrong field must not be kept. */
    key: text().primaryKey(),
    failures: integer().notNull().default(0),
    /** Attempts under way: they count until they turn out well. */
    pending: integer().notNull().default(0),
    pendingTime: instant().notNull().default(sql`now()`),
    /** From when the failures that are left are being forgotten. */
    countTime: instant().notNull().default(sql`now()`),
    blockedUntil: instant().notNull().default(sql`'epoch'`),
    updateTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('throttle_update_time_idx').on(t.updateTime)],
)

/** Captchas that are out. The row goes with the first answer, right or wrong. */
export const captcha = pgTable(
  'captcha',
  {
    idHash: text().primaryKey(),
    purpose: varchar({ length: 8, enum: ['login', 'sms', 'ems', 'register'] }).notNull(),
    /** Where to click, in order. Never leaves the server. */
    targets: jsonb().$type<{ x: number; y: number; w: number; h: number }[]>().notNull(),
    /** Leading zero bits that the way without the picture asks for. */
    bits: integer().notNull(),
    /** Already answered rightly: the id is a pass for one guarded call. */
    passed: boolean().notNull().default(false),
    expireTime: instant().notNull(),
  },
  (t) => [index('captcha_expire_idx').on(t.expireTime)],
)
