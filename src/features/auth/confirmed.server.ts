import { and, eq, sql } from 'drizzle-orm'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account, credential } from '#src/db/identity.table.server.ts'

/** A column of a query of accounts: whether the account has confirmed its present e-mail address with a code. */
export const isMailConfirmed = sql<boolean>`exists (select from ${confirmedAddress} where ${and(
  eq(confirmedAddress.accountId, account.id),
  eq(confirmedAddress.channel, 'mail'),
  eq(sql`lower(${confirmedAddress.address})`, sql`lower(${account.email})`),
)})`

/** The same of its mobile number. */
export const isPhoneConfirmed = sql<boolean>`exists (select from ${confirmedAddress} where ${and(
  eq(confirmedAddress.accountId, account.id),
  eq(confirmedAddress.channel, 'sms'),
  eq(confirmedAddress.address, account.phone),
)})`

/** The same: whether the account has a password. */
export const isPasswordSet = sql<boolean>`exists (select from ${credential} where ${eq(credential.accountId, account.id)})`
