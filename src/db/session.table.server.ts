import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/** The contract's side of a sign-in: one family of access and refresh tokens that lives and ends together. */
export const tokenFamily = pgTable(
  'token_family',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    client: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    /** "Keep me signed in" was chosen. */
    keep: boolean().notNull().default(false),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    lastUseTime: instant().notNull().default(sql`now()`),
    expireTime: instant().notNull(),
  },
  (t) => [index('token_family_account_idx').on(t.accountId), index('token_family_expire_idx').on(t.expireTime)],
)

/** Tokens by their SHA-256; the tokens themselves are nowhere on the contract's side. */
export const token = pgTable(
  'token',
  {
    hash: text().primaryKey(),
    familyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tokenFamily.id, { onDelete: 'cascade' }),
    kind: varchar({ length: 7, enum: ['access', 'refresh'] }).notNull(),
    expireTime: instant().notNull(),
    /** The refresh token that this one was exchanged for. */
    parentHash: text(),
    /** First time a refresh token was exchanged: from then its predecessor has ten seconds left. */
    firstUseTime: instant(),
  },
  (t) => [index('token_family_id_idx').on(t.familyId), index('token_parent_idx').on(t.parentHash)],
)

/** The browser's side: an opaque id in a cookie, and the token set that it stands for, sealed. */
export const browserSession = pgTable(
  'browser_session',
  {
    idHash: text().primaryKey(),
    side: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    sealedTokens: text().notNull(),
    /** How long the session lasts without use. */
    lifetimeSeconds: integer().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    expireTime: instant().notNull(),
  },
  (t) => [index('browser_session_expire_idx').on(t.expireTime)],
)

/** The answer of a write by its Idempotency-Key, stored in the write's own transaction. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** Account and key together. */
    key: text().primaryKey(),
    requestHash: text().notNull(),
    answer: jsonb(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('idempotency_create_time_idx').on(t.createTime)],
)
