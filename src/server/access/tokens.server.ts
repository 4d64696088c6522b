import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { runStatement } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'
import type { ApiSettings } from '../context.server.ts'
import { hashToken } from './actor.server.ts'
import { type IssuedTokens, newFamilyKey, newTokens } from './token-secrets.server.ts'

export type SignIn = { accountId: number; side: Side; keep: boolean; ip: string; userAgent: string }

/** Seconds that a refresh token stays valid after the first use of its successor, for requests already under way. */
export const REUSE_SECONDS = 10

/**
 * Starts a token family for a sign-in, and records the time and the address of the sign-in.
 * @returns undefined when the account was locked or deleted since its password was checked
 */
export async function startFamily(db: Db, settings: ApiSettings, signIn: SignIn): Promise<IssuedTokens | undefined> {
  const lifetime = signIn.keep ? settings.refreshKeepSeconds : settings.refreshSeconds
  const key = newFamilyKey()
  const tokens = newTokens(settings, key)
  const stored = await runStatement(db, startText, [
    hashToken(tokens.access_token),
    hashToken(tokens.refresh_token),
    settings.accessSeconds,
    signIn.accountId,
    signIn.side,
    signIn.keep,
    signIn.ip,
    signIn.userAgent.slice(0, 300),
    lifetime,
    hashToken(key),
  ])
  return stored.length > 0 ? tokens : undefined
}

/**
 * The part of a statement that stores both tokens. $1 and $2 are their hashes. $3 is the lifetime of the access token
 * in seconds. `f` is the family.
 */
export const STORED = `stored as (insert into token (hash, family_id, kind, expire_time)
  select $1, f.id, 'access', now() + make_interval(secs => $3) from f
  union all select $2, f.id, 'refresh', f.expire_time from f)`

// A lock of the account waits for this statement or is seen by it. So no sign-in outlives a lock.
const startText = `with a as materialized (select id from account where id = $4 and status = 1 for share),
  f as (insert into token_family (account_id, client, keep, ip, user_agent, expire_time, key_hash, earlier_time, earlier_ip)
    select a.id, $5, $6, $7, $8, now() + make_interval(secs => $9), $10, l.last_login_time, coalesce(l.last_login_ip, '')
    from a left join account_login l on l.account_id = a.id returning id, account_id, ip, expire_time),
  login as (insert into account_login (account_id, last_login_time, last_login_ip)
    select account_id, date_trunc('milliseconds', now()), ip from f
    on conflict (account_id) do update set last_login_time = excluded.last_login_time, last_login_ip = excluded.last_login_ip),
  ${STORED} select id from f`

/** Ends one sign-in by deleting its family with all tokens. */
export async function endFamily(db: Db, familyId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.id, familyId))
}

/** Ends every sign-in of an account after a new password. A lock or a deletion ends them in the database. */
export async function endFamiliesOf(db: Db, accountId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.accountId, accountId))
}

/** Days for which an API token that has ended is still listed. */
const API_TOKEN_LISTED_DAYS = 90

/**
 * Deletes the expired token families, the expired and spent tokens of the others, and API tokens that ended long ago.
 * It runs periodically.
 */
export async function purgeTokens(db: Db): Promise<void> {
  await db.delete(tokenFamily).where(and(isNotNull(tokenFamily.expireTime), lt(tokenFamily.expireTime, sql`now()`)))
  await db.execute(sql`delete from token where spent_time < now() - make_interval(secs => ${REUSE_SECONDS})
    or kind = 'access' and expire_time < now()`)
  await db.execute(sql`delete from api_token
    where least(expire_time, revoke_time) < now() - make_interval(days => ${API_TOKEN_LISTED_DAYS})`)
}
