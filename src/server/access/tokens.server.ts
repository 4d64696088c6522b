import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { runNamed, runStatement } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'
import type { ApiSettings } from '../context.server.ts'
import { hashToken } from './actor.server.ts'

/** A token set with the names of RFC 6749. `expires_in` is in seconds. */
export type IssuedTokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: 'Bearer'
  scope: 'server'
}

export type SignIn = { accountId: number; side: Side; keep: boolean; ip: string; userAgent: string }

// Seconds that a refresh token stays valid after the first use of its successor. Requests already under way need them.
const REUSE_SECONDS = 10

/** Starts a token family for a sign-in, and records the time and the address of the sign-in. */
export async function startFamily(db: Db, settings: ApiSettings, signIn: SignIn): Promise<IssuedTokens> {
  const lifetime = signIn.keep ? settings.refreshKeepSeconds : settings.refreshSeconds
  const tokens = newTokens(settings)
  await runStatement(db, startText, [
    ...parametersOf(tokens, settings),
    signIn.accountId,
    signIn.side,
    signIn.keep,
    signIn.ip,
    signIn.userAgent.slice(0, 300),
    lifetime,
  ])
  return tokens
}

// $1 and $2 are the hashes of both tokens. $3 is the lifetime of the access token in seconds. `f` is the family.
const storeTokens = (parent: string) => `stored as (insert into token (hash, family_id, kind, expire_time, parent_hash)
  select $1, f.id, 'access', now() + make_interval(secs => $3), null from f
  union all select $2, f.id, 'refresh', f.expire_time, ${parent} from f)`

const startText = `with f as (insert into token_family (account_id, client, keep, ip, user_agent, expire_time)
  values ($4, $5, $6, $7, $8, now() + make_interval(secs => $9)) returning id, expire_time),
  login as (insert into account_login (account_id, last_login_time, last_login_ip)
    values ($4, date_trunc('milliseconds', now()), $7)
    on conflict (account_id) do update set last_login_time = excluded.last_login_time, last_login_ip = excluded.last_login_ip),
  ${storeTokens('null')} select 1`

const refreshText = `with t as materialized (
    select f.id, f.keep, t.expire_time > now() and f.expire_time > now() and a.status = 1 as live,
      exists (select 1 from token s where s.parent_hash = t.hash
        and s.first_use_time < now() - make_interval(secs => ${REUSE_SECONDS})) as reused
    from token t join token_family f on f.id = t.family_id join account a on a.id = f.account_id
    where t.hash = $4 and t.kind = 'refresh' and f.client = $5 for update of f),
  good as materialized (select * from t where live and not reused),
  used as (update token set first_use_time = coalesce(first_use_time, now()) from good where hash = $4),
  gone as (delete from token using good where family_id = good.id and expire_time < now() and hash <> $4),
  f as (update token_family set last_use_time = now(),
      expire_time = now() + make_interval(secs => case when good.keep then $6::float8 else $7::float8 end)
    from good where token_family.id = good.id returning token_family.id, token_family.expire_time),
  ${storeTokens('$4')}
  select id, live, reused from t`

/**
 * Exchanges a refresh token. It stays valid until its successor is first used, and ten seconds longer, so that a lost
 * response does not sign the user out. A later use means that the token was stolen, and the whole family ends. One
 * statement locks the family, checks it and stores the new tokens.
 * @returns undefined when the token is invalid
 */
export async function refreshFamily(
  db: Database,
  settings: ApiSettings,
  side: Side,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  const tokens = newTokens(settings)
  const [found] = await runNamed<{ id: number; live: boolean; reused: boolean }>(db, refreshText, [
    ...parametersOf(tokens, settings),
    hashToken(refreshToken),
    side,
    settings.refreshKeepSeconds,
    settings.refreshSeconds,
  ])
  if (!found?.live) return undefined
  if (!found.reused) return tokens
  await endFamily(db, found.id)
  return undefined
}

/** Ends one sign-in by deleting its family with all tokens. */
export async function endFamily(db: Db, familyId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.id, familyId))
}

/** Ends every sign-in of an account: after a new password, a lock or a deletion. */
export async function endFamiliesOf(db: Db, accountId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.accountId, accountId))
}

/** Deletes the expired token families. It runs periodically. */
export async function purgeTokens(db: Db): Promise<void> {
  await db.delete(tokenFamily).where(and(isNotNull(tokenFamily.expireTime), lt(tokenFamily.expireTime, sql`now()`)))
}

function newTokens(settings: ApiSettings): IssuedTokens {
  return {
    access_token: randomBytes(32).toString('base64url'),
    refresh_token: randomBytes(32).toString('base64url'),
    expires_in: settings.accessSeconds,
    token_type: 'Bearer',
    scope: 'server',
  }
}

function parametersOf(tokens: IssuedTokens, settings: ApiSettings): unknown[] {
  return [hashToken(tokens.access_token), hashToken(tokens.refresh_token), settings.accessSeconds]
}
