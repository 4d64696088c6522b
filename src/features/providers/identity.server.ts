import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { confirmedAddress, externalIdentity, externalIdentityUse } from '#src/db/external-identity.table.server.ts'
import { passkey } from '#src/db/factor.table.server.ts'
import { account, credential } from '#src/db/identity.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { type Author, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { authorities, isAbove } from '#src/server/access/authority.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { nameOf } from './provider-row.server.ts'

/** A person as a provider has just shown them: issuer and subject identify, everything else is only said. */
export type ProviderPerson = {
  issuer: string
  subject: string
  label: string
  username: string
  name: string
  mail: string
  mailVerified: boolean
  roles: string[]
  sid: string
  idToken: string
}

/** The account with this identity, whatever its state; undefined when there is none. */
export async function accountWith(db: Db, side: Side, { issuer, subject }: ProviderPerson) {
  const [found] = await db
    .select({
      id: externalIdentity.id,
      accountId: account.id,
      status: account.status,
      username: account.username,
    })
    .from(externalIdentity)
    .innerJoin(account, eq(account.id, externalIdentity.accountId))
    .where(
      and(
        eq(externalIdentity.side, side),
        eq(externalIdentity.issuer, issuer),
        eq(externalIdentity.subject, subject),
        eq(account.kind, side),
      ),
    )
  return found
}

/**
 * The account that an address leads to. It counts when the provider says that it is verified and speaks for its domain,
 * when the account has confirmed it here with a code, and when the account has no other identity of this issuer. Never
 * for super administrators, nor for anybody above the person who configured the provider.
 */
export async function accountByAddress(db: Db, row: ProviderRow, person: ProviderPerson): Promise<number | undefined> {
  const mail = person.mail.toLowerCase()
  const [name, domain, ...more] = mail.split('@')
  if (!person.mailVerified || !name || !domain || more.length > 0) return undefined
  if (!row.mailDomains.some((one) => one.toLowerCase() === domain)) return undefined
  const found = await db
    .select({ id: account.id })
    .from(account)
    .innerJoin(confirmedAddress, and(eq(confirmedAddress.accountId, account.id), eq(confirmedAddress.channel, 'mail')))
    .where(
      and(
        eq(account.kind, row.side),
        eq(account.status, 1),
        eq(account.super, false),
        eq(sql`lower(${account.email})`, mail),
        eq(sql`lower(${confirmedAddress.address})`, mail),
        sql`not exists (select from ${externalIdentity} where ${externalIdentity.accountId} = ${account.id}
          and ${externalIdentity.issuer} = ${person.issuer})`,
      ),
    )
    .limit(2)
  const [only] = found
  if (found.length !== 1 || !only) return undefined
  return row.side === 'user' || (await isBelowConfigurer(db, row, only.id)) ? only.id : undefined
}

/** Whoever configures a provider could make it say anything, so it opens no account that they could not change. */
async function isBelowConfigurer(db: Db, { configuredBy }: ProviderRow, accountId: number): Promise<boolean> {
  if (configuredBy === null) return false
  const one = await authorityOf(db, { id: configuredBy })
  const other = (await authorities(db, [accountId])).get(accountId)
  return other !== undefined && isAbove(one, other)
}

/** Links an identity with an account, and records it. @throws AppError 409 when either has another one already */
export async function linkIdentity(
  db: Database,
  author: Author,
  row: ProviderRow,
  accountId: number,
  person: ProviderPerson,
): Promise<void> {
  await write(db, author, 'save', (tx) => insertIdentity(tx, row, accountId, person))
}

/** Refuses before the sign-in what could not be linked after it. @throws AppError 409 */
export async function assertLinkable(
  db: Db,
  row: ProviderRow,
  accountId: number,
  person: ProviderPerson,
): Promise<void> {
  const known = await accountWith(db, row.side, person)
  if (known && known.accountId !== accountId) throw new AppError(409, m.provider_linkedElsewhere())
  const linked = await db
    .select({ subject: externalIdentity.subject })
    .from(externalIdentity)
    .where(and(eq(externalIdentity.accountId, accountId), eq(externalIdentity.issuer, person.issuer)))
  if (linked.some(({ subject }) => subject !== person.subject))
    throw new AppError(409, m.provider_linkedOther({ name: nameOf(row) }))
}

/** The same inside a transaction. */
export async function insertIdentity(
  tx: Db,
  row: ProviderRow,
  accountId: number,
  person: ProviderPerson,
): Promise<void> {
  const { issuer, subject, label } = person
  const added = await tx
    .insert(externalIdentity)
    .values({ accountId, providerId: row.id, side: row.side, issuer, subject, label })
    .onConflictDoNothing()
    .returning({ id: externalIdentity.id })
  if (added.length > 0) return
  const known = await accountWith(tx, row.side, person)
  if (known?.accountId === accountId) return
  throw new AppError(409, known ? m.provider_linkedElsewhere() : m.provider_linkedOther({ name: nameOf(row) }))
}

/** Notes that an identity was used. */
export async function noteUse(db: Db, identityId: number): Promise<void> {
  const set = { lastUseTime: sql`now()` }
  await db
    .insert(externalIdentityUse)
    .values({ identityId, ...set })
    .onConflictDoUpdate({ target: externalIdentityUse.identityId, set })
}

/** The identities of an account, the oldest first. */
export function identitiesOf(db: Db, accountId: number) {
  return db
    .select({
      id: externalIdentity.id,
      providerId: provider.id,
      name: provider.name,
      nameEn: provider.nameEn,
      icon: provider.icon,
      status: provider.status,
      label: externalIdentity.label,
      createTime: externalIdentity.createTime,
      lastUseTime: externalIdentityUse.lastUseTime,
    })
    .from(externalIdentity)
    .innerJoin(provider, eq(provider.id, externalIdentity.providerId))
    .leftJoin(externalIdentityUse, eq(externalIdentityUse.identityId, externalIdentity.id))
    .where(eq(externalIdentity.accountId, accountId))
    .orderBy(asc(externalIdentity.id))
}

/**
 * Takes a linked identity away from its account, unless it is the last way in. The row of the account is locked, so
 * that two identities do not go at the same time.
 * @throws AppError 404, 409
 */
export async function unlinkIdentity(tx: Db, accountId: number, id: number): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
  const linked = await identitiesOf(tx, accountId)
  if (!linked.some((one) => one.id === id)) throw new AppError(404, m.error_rowMissing())
  const others = linked.some((one) => one.id !== id && one.status === 1)
  if (!others && !(await hasOwnWay(tx, accountId))) throw new AppError(409, m.provider_lastWayIn())
  await tx.delete(externalIdentity).where(eq(externalIdentity.id, id))
}

/** Whether anything lets the owner of an account in. */
export async function hasWayIn(tx: Db, accountId: number): Promise<boolean> {
  if (await hasOwnWay(tx, accountId)) return true
  return (await identitiesOf(tx, accountId)).some(({ status }) => status === 1)
}

/** Whether somebody can sign in without a provider: with the password, or with a passkey alone. */
async function hasOwnWay(tx: Db, accountId: number): Promise<boolean> {
  const [has] = await tx
    .select({
      any: sql<boolean>`exists (select from ${credential} where account_id = ${accountId})
        or exists (select from ${passkey} where account_id = ${accountId})`,
    })
    .from(sql`(values (1)) as one (n)`)
  return has?.any === true
}
