import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, smallint, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'
import { tokenFamily } from './session.table.server.ts'

// Second factors and passkeys. Like passwords, they are not part of the change history, which says only that one was
// added or removed. They go with their account, so a restored account has none.

const accountId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

/** The secret of an authenticator app. It counts from its confirmation on. */
export const totpFactor = pgTable('totp_factor', {
  accountId: accountId().primaryKey(),
  sealedSecret: text().notNull(),
  /** The last time step whose code was used. No code of it or of an earlier one is accepted. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createTime: instant().notNull().default(sql`now()`),
  confirmTime: instant(),
})

/** Codes for whoever has lost the factor, as hashes. A used one is deleted. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    hash: text().primaryKey(),
    accountId: accountId(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('recovery_code_account_idx').on(t.accountId)],
)

/** The public keys of passkeys. */
export const passkey = pgTable(
  'passkey',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: accountId(),
    /** As the authenticator names it, in base64url. */
    credentialId: text().notNull().unique('passkey_credential_key'),
    publicKey: text().notNull(),
    /** How often the authenticator has signed, if it counts. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    name: varchar({ length: 40 }).notNull(),
    /** The passkey is kept by a service that gives it to several devices. */
    synced: boolean().notNull().default(false),
    createTime: instant().notNull().default(sql`now()`),
    lastUseTime: instant(),
  },
  (t) => [index('passkey_account_idx').on(t.accountId)],
)

/** What an authenticator has to sign, once. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    purpose: varchar({ length: 8, enum: ['register', 'prove', 'signIn'] }).notNull(),
    /** The account that it is for. A sign-in without a name has none. */
    accountId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'cascade' }),
    /** The sign-in that it is for, or the hash of the begun one. */
    familyId: bigint({ mode: 'number' }).references(() => tokenFamily.id, { onDelete: 'cascade' }),
    ticketHash: text(),
    /** The origin of the site that has asked. */
    origin: text().notNull(),
    expireTime: instant().notNull(),
  },
  (t) => [
    index('passkey_challenge_expire_idx').on(t.expireTime),
    index('passkey_challenge_account_idx').on(t.accountId),
    index('passkey_challenge_family_idx').on(t.familyId),
  ],
)

/** A sign-in that still needs the second factor. */
export const signInTicket = pgTable(
  'sign_in_ticket',
  {
    hash: text().primaryKey(),
    accountId: accountId(),
    side: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    keep: boolean().notNull(),
    /** The network that it began in. */
    network: text().notNull(),
    tries: smallint().notNull().default(0),
    /** The person at an identity provider who began it, sealed. Empty for a password. */
    sealedVia: text().notNull().default(''),
    expireTime: instant().notNull(),
  },
  (t) => [index('sign_in_ticket_account_idx').on(t.accountId), index('sign_in_ticket_expire_idx').on(t.expireTime)],
)
