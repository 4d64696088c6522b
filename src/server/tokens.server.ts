import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { token, tokenFamily } from '#src/db/session.table.server.ts'
import { hashToken, type Side } from './actor.server.ts'
import type { ApiSettings } from './context.server.ts'

/** A token set as RFC 6749 names it; `expires_in` in seconds. */
export type IssuedTokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: 'Bearer'
  scope: 'server'
}

export type SignIn = { accountId: number; side: Side; keep: boolean; ip: string; userAgent: string }

// After its successor was used, a refresh token has this long left for requests that were already under way.
const REUSE_SECONDS = 10

/** Starts a token family for a sign-in. */
export async function startFamily(db: Db, settings: ApiSettings, signIn: SignIn): Promise<IssuedTokens> {
  const lifetime = signIn.keep ? settings.refreshKeepSeconds : settings.refreshSeconds
  const [family] = await db
    .insert(tokenFamily)
    .values({
      accountId: signIn.accountId,
      client: signIn.side,
      keep: signIn.keep,
      ip: signIn.ip,
      userAgent: signIn.userAgent.slice(0, 300),
      expireTime: sql`now() + make_interval(secs => ${lifetime})`,
    })
    .returning({ id: tokenFamily.id })
  if (!family) throw new Error('insert returned no row')
  return issue(db, settings, family.id, null)
}

/**
 * Exchanges a refresh token. It stays good until its successor is first used, and ten seconds longer, so that a lost
 * answer signs nobody out; used later still, it was stolen, and the whole family ends.
 * @returns undefined when the token is no good
 */
export function refreshFamily(
  db: Database,
  settings: ApiSettings,
  side: Side,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  return db.transaction(async (tx) => {
    const hash = hashToken(refreshToken)
    const { rows } = await tx.execute<{ id: number; keep: boolean; reused: boolean; live: boolean }>(sql`
      select f.id, f.keep, t.expire_time > now() and f.expire_time > now() and a.status = 1 as live,
        exists (select 1 from token s where s.parent_hash = t.hash
          and s.first_use_time < now() - make_interval(secs => ${REUSE_SECONDS})) as reused
      from token t join token_family f on f.id = t.family_id join account a on a.id = f.account_id
      where t.hash = ${hash} and t.kind = 'refresh' and f.client = ${side} for update of f`)
    const found = rows[0]
    if (!found?.live) return undefined
    if (found.reused) {
      await endFamily(tx, found.id)
      return undefined
    }
    await tx
      .update(token)
      .set({ firstUseTime: sql`coalesce(${token.firstUseTime}, now())` })
      .where(eq(token.hash, hash))
    const lifetime = found.keep ? settings.refreshKeepSeconds : settings.refreshSeconds
    await tx
      .update(tokenFamily)
      .set({ lastUseTime: sql`now()`, expireTime: sql`now() + make_interval(secs => ${lifetime})` })
      .where(eq(tokenFamily.id, found.id))
    await tx.delete(token).where(and(eq(token.familyId, found.id), lt(token.expireTime, sql`now()`)))
    return issue(tx, settings, found.id, hash)
  })
}

/** Ends one sign-in: all its tokens are gone. */
export async function endFamily(db: Db, familyId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.id, familyId))
}

/** Ends every sign-in of an account: after a new password, a lock or a deletion. */
export async function endFamiliesOf(db: Db, accountId: number): Promise<void> {
  await db.delete(tokenFamily).where(eq(tokenFamily.accountId, accountId))
}

/** Removes what has expired; called now and then. */
export async function purgeTokens(db: Db): Promise<void> {
  await db.delete(tokenFamily).where(and(isNotNull(tokenFamily.expireTime), lt(tokenFamily.expireTime, sql`now()`)))
}

async function issue(
  db: Db,
  settings: ApiSettings,
  familyId: number,
  parentHash: string | null,
): Promise<IssuedTokens> {
  const access = randomBytes(32).toString('base64url')
  const refresh = randomBytes(32).toString('base64url')
  await db.insert(token).values([
    {
      hash: hashToken(access),
      familyId,
      kind: 'access',
      expireTime: sql`now() + make_interval(secs => ${settings.accessSeconds})`,
    },
    {
      hash: hashToken(refresh),
      familyId,
      kind: 'refresh',
      parentHash,
      expireTime: sql`(select expire_time from token_family where id = ${familyId})`,
    },
  ])
  return {
    access_token: access,
    refresh_token: refresh,
    expires_in: settings.accessSeconds,
    token_type: 'Bearer',
    scope: 'server',
  }
}
