import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, unique, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'
import { provider } from './provider.table.server.ts'
import { tokenFamily } from './session.table.server.ts'

/**
 * Who an account is at an identity provider: the issuer and the subject, and nothing else. A person may have one
 * account on each side with the same identity.
 */
export const externalIdentity = pgTable(
  'external_identity',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    providerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    side: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** What the provider calls the person, for the list of linked sign-ins. */
    label: text().notNull().default(''),
  },
  (t) => [
    unique('external_identity_subject_key').on(t.side, t.issuer, t.subject),
    unique('external_identity_account_key').on(t.accountId, t.issuer),
    index('external_identity_provider_idx').on(t.providerId),
  ],
)

/** When an identity was last used. Each sign-in writes it, so it is not part of the change history. */
export const externalIdentityUse = pgTable('external_identity_use', {
  identityId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => externalIdentity.id, { onDelete: 'cascade' }),
  lastUseTime: instant().notNull().default(sql`now()`),
})

/** A visit to a provider, from the press of its button to the end of the sign-in. It is used once. */
export const providerFlow = pgTable(
  'provider_flow',
  {
    /** Hash of what the browser keeps in a cookie. */
    keyHash: text().primaryKey(),
    /** Hash of the `state` that comes back from the provider. */
    stateHash: text().notNull().unique('provider_flow_state_key'),
    providerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    /** `sent`: at the provider. `known`: the identity waits for its account. `proven`: a fresh proof, not used yet. */
    step: varchar({ length: 8, enum: ['sent', 'known', 'proven'] })
      .notNull()
      .default('sent'),
    accountId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'cascade' }),
    /** Verifier, nonce and identity, sealed with the site's secret. */
    sealed: text().notNull(),
    expireTime: instant().notNull(),
  },
  (t) => [index('provider_flow_expire_idx').on(t.expireTime)],
)

/** A sign-in that a provider has begun, so that the provider can end it. */
export const providerSession = pgTable(
  'provider_session',
  {
    familyId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => tokenFamily.id, { onDelete: 'cascade' }),
    providerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    /** The provider's own id of the session (`sid`); empty when it names none. */
    sid: text().notNull().default(''),
    /** The ID token, sealed, for signing out at the provider. */
    sealedToken: text().notNull().default(''),
  },
  (t) => [index('provider_session_subject_idx').on(t.providerId, t.subject)],
)

/**
 * The address that an account has confirmed with a code. It leads to this account alone on its side. The trigger
 * `end_confirmed_address` ends it when the account gets another one.
 */
export const confirmedAddress = pgTable(
  'confirmed_address',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    channel: varchar({ length: 4, enum: ['mail', 'sms'] }).notNull(),
    /** The trigger `side_of_confirmed_address` sets it. */
    side: varchar({ length: 5, enum: ['admin', 'user'] })
      .notNull()
      .default('user'),
    address: text().notNull(),
    confirmTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.channel] }),
    uniqueIndex('confirmed_address_key').on(t.side, t.channel, sql`lower(${t.address})`),
  ],
)
