import { and, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { account, adminProfile, credential, memberProfile } from '#src/db/identity.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import type { Author } from '#src/db/write.server.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { plainPhone } from '#src/lib/phone-number.ts'
import type { Side } from '#src/lib/side.ts'
import { hashPassword, verifyPassword } from '#src/server/access/password.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { memberAt } from './confirmed-address.server.ts'

export type NewAccount = {
  kind: Side
  username: string
  password: string
  nickname: string
  super?: boolean
  /** Organization of an admin (deptId) or a member (orgId). */
  orgId?: number | null
}

/** Creates an account with its credential and its profile. */
export async function createAccount(db: Db, input: NewAccount): Promise<number> {
  const [row] = await db
    .insert(account)
    .values({
      kind: input.kind,
      username: input.username,
      nickname: input.nickname,
      name: input.nickname,
      super: input.super ?? false,
    })
    .returning({ id: account.id })
  if (!row) throw new Error('insert returned no row')
  await db.insert(credential).values({ accountId: row.id, passwordHash: await hashPassword(input.password) })
  if (input.kind === 'admin') await db.insert(adminProfile).values({ accountId: row.id, deptId: input.orgId })
  else await db.insert(memberProfile).values({ accountId: row.id, orgId: input.orgId })
  return row.id
}

const credentials = prepared((db) =>
  db
    .select({ id: account.id, status: account.status, passwordHash: credential.passwordHash })
    .from(account)
    .innerJoin(credential, eq(credential.accountId, account.id))
    .where(
      and(eq(account.kind, sql.placeholder('kind')), eq(sql`lower(${account.username})`, sql.placeholder('username'))),
    )
    .prepare('account_credentials'),
)

/** The user name of whoever signs in: members may also give an address that they have confirmed. */
export async function signInName(db: Db, side: Side, given: string): Promise<string> {
  const channel = side === 'admin' ? undefined : addressKind(given)
  // User names begin with a letter and have no @, so no name is in the way of an address.
  return (channel && (await memberAt(db, channel, given))?.username) ?? given
}

function addressKind(given: string): MessageChannel | undefined {
  if (given.includes('@')) return 'mail'
  return plainPhone(given, 'mobile') === undefined ? undefined : 'sms'
}

/**
 * Checks a user name and password. Returns the account id, or undefined for an unknown name, a locked account or a
 * wrong password. The caller cannot tell these apart.
 */
export async function authenticate(
  db: Db,
  kind: Side,
  username: string,
  password: string,
): Promise<number | undefined> {
  const [found] = await credentials(db).execute({ kind, username: username.toLowerCase() })
  const fits = await verifyPassword(found?.passwordHash, password)
  return fits && found?.status === 1 ? found.id : undefined
}

/** Whether an account has a password. One that a sign-in at a provider has created has none. */
export async function hasPassword(db: Db, accountId: number): Promise<boolean> {
  const found = await db
    .select({ id: credential.accountId })
    .from(credential)
    .where(eq(credential.accountId, accountId))
  return found.length > 0
}

/** Sets an account's new password, and records it without the password. The database ends the account's sign-ins. */
export async function setPassword(db: Db, accountId: number, password: string): Promise<void> {
  await replaceHash(db, accountId, await hashPassword(password))
}

/** Whether this is the account's password. Returns the hash that it fits. */
export async function fittingHash(db: Db, accountId: number, password: string): Promise<string | undefined> {
  const [found] = await db
    .select({ passwordHash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.accountId, accountId))
  return (await verifyPassword(found?.passwordHash, password)) ? found?.passwordHash : undefined
}

/**
 * Stores the hash of a new password. The history records when it was changed and by whom, and neither password nor
 * hash.
 * @param expected the hash that the account must still have
 * @returns false when the account has another hash by now
 */
export async function replaceHash(db: Db, accountId: number, hash: string, expected?: string): Promise<boolean> {
  const changed = await db.execute(sql`with old as materialized (select account_id, change_time from credential
      where account_id = ${accountId} and (${expected ?? null}::text is null or password_hash = ${expected ?? null}) for update),
    changed as (update credential c set password_hash = ${hash}, change_time = clock_timestamp()
      from old where c.account_id = old.account_id returning c.account_id, old.change_time as before, c.change_time as after)
    insert into change (change_set_id, table_name, row_id, operation, before, after)
      select current_change_set(), 'credential', account_id, 'update',
        jsonb_build_object('change_time', before), jsonb_build_object('change_time', after) from changed returning id`)
  return changed.rows.length > 0
}

/** Stores an account's first hash, and records when and by whom. @returns false when it has one already */
export async function addHash(tx: Db, id: number, hash: string): Promise<boolean> {
  const added = await tx
    .insert(credential)
    .values({ accountId: id, passwordHash: hash })
    .onConflictDoNothing()
    .returning({ time: credential.changeTime })
  if (added.length === 0) return false
  await tx.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before, after)
    select current_change_set(), 'credential', ${id}::bigint, 'update', '{"change_time": null}',
      jsonb_build_object('change_time', change_time) from credential where account_id = ${id}`)
  return true
}

/** Locks an account. The database ends all its sign-ins, however the status is changed. */
export async function lockAccount(db: Database, author: Author, accountId: number): Promise<void> {
  await guardedWrite(db, author, 'save', (tx) => tx.update(account).set({ status: 0 }).where(eq(account.id, accountId)))
}

export async function findAccount(db: Db, kind: Side, username: string): Promise<{ id: number } | undefined> {
  const [found] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.kind, kind), eq(sql`lower(${account.username})`, username.toLowerCase())))
  return found
}
