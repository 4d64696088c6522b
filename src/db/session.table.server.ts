import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/** A sign-in as the API sees it: one family of access and refresh tokens that are created and end together. */
export const tokenFamily = pgTable(
  'token_family',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    client: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    /** The user chose "Keep me signed in". */
    keep: boolean().notNull().default(false),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    lastUseTime: instant().notNull().default(sql`now()`),
    expireTime: instant().notNull(),
    /**
     * Hash of the secret with which every refresh token of the family begins. Null until a refresh, in old families.
     */
    keyHash: text(),
    /** The account's sign-in before this one. */
    earlierTime: instant(),
    earlierIp: text().notNull().default(''),
    /** A super administrator views the back office as this account, until then. */
    viewAccountId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'set null' }),
    viewUntil: instant(),
  },
  (t) => [
    index('token_family_account_idx').on(t.accountId),
    index('token_family_view_idx').on(t.viewAccountId).where(sql`view_account_id is not null`),
    index('token_family_expire_idx').on(t.expireTime),
    uniqueIndex('token_family_key').on(t.keyHash),
  ],
)

/** Tokens by their SHA-256 hash. The API does not store the tokens themselves. */
export const token = pgTable(
  'token',
  {
    hash: text().primaryKey(),
    familyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tokenFamily.id, { onDelete: 'cascade' }),
    kind: varchar({ length: 7, enum: ['access', 'refresh'] }).notNull(),
    expireTime: instant().notNull(),
    /** The first time this refresh token was exchanged. Its siblings end then. */
    firstUseTime: instant(),
    /** The first time its successor was exchanged. The token stays valid for ten seconds longer. */
    spentTime: instant(),
  },
  (t) => [index('token_family_id_idx').on(t.familyId)],
)

/**
 * That a person has proved anew, within a sign-in, who they are. It ends with the sign-in, after ten minutes, with a
 * new password and with a change of the account's second factors.
 */
export const proof = pgTable(
  'proof',
  {
    hash: text().primaryKey(),
    familyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tokenFamily.id, { onDelete: 'cascade' }),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    expireTime: instant().notNull(),
  },
  (t) => [index('proof_family_idx').on(t.familyId), index('proof_account_idx').on(t.accountId)],
)

/** A sign-in as the browser sees it: an opaque id in a cookie, and the encrypted token set that belongs to it. */
export const browserSession = pgTable(
  'browser_session',
  {
    idHash: text().primaryKey(),
    side: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    sealedTokens: text().notNull(),
    /** The encrypted fresh proof of the person at the browser, and until when it is valid. */
    sealedProof: text(),
    proofTime: instant(),
    /** Seconds that the session lasts without use. */
    lifetimeSeconds: integer().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    expireTime: instant().notNull(),
  },
  (t) => [index('browser_session_expire_idx').on(t.expireTime)],
)

/** The response of a write by its Idempotency-Key. The write's own transaction stores it. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The account and the Idempotency-Key together. */
    key: text().primaryKey(),
    requestHash: text().notNull(),
    answer: jsonb(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('idempotency_create_time_idx').on(t.createTime)],
)
