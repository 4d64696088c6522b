import type { Database } from '#src/db/client.server.ts'
import { runNamed } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'
import type { ApiSettings } from '../context.server.ts'
import { hashToken } from './actor.server.ts'
import { familyKeyOf, type IssuedTokens, newTokens } from './token-secrets.server.ts'
import { endFamily, REUSE_SECONDS, STORED } from './tokens.server.ts'

/** Maximum access tokens of a sign-in, and maximum refresh tokens that are not in use. The oldest ones end first. */
const MOST = 100

// A family has one refresh token in use: exchanged, and no successor exchanged yet. Its successors are all refresh
// tokens that were never exchanged.
const lockText = `select f.id from token_family f where f.client = $3 and f.id = coalesce(
    (select family_id from token where hash = $1 and kind = 'refresh'),
    (select id from token_family where key_hash = $2)) for update`

const refreshText = `with t as materialized (
    select f.id, f.keep, f.expire_time > now() and a.status = 1 and coalesce(t.expire_time > now(), true) as live,
      coalesce(t.spent_time is null or t.spent_time >= now() - make_interval(secs => ${REUSE_SECONDS}), false)
        and t.hash is not null as good,
      t.first_use_time is null as first
    from token_family f join account a on a.id = f.account_id
      left join token t on t.family_id = f.id and t.hash = $4 and t.kind = 'refresh'
    where f.id = $5),
  ok as materialized (select * from t where live and good),
  used as (update token set first_use_time = now() from ok where hash = $4 and first),
  spent as (update token set spent_time = now() from ok where family_id = ok.id and first and hash <> $4
    and kind = 'refresh' and first_use_time is not null and spent_time is null),
  gone as (delete from token using ok where family_id = ok.id and hash <> $4 and (
    spent_time < now() - make_interval(secs => ${REUSE_SECONDS})
    or kind = 'access' and expire_time < now()
    or kind = 'refresh' and first and first_use_time is null
    or hash in (select hash from (
      select hash, row_number() over (partition by kind order by expire_time desc, hash) as place from token
      where family_id = $5 and (kind = 'access' or first_use_time is null or spent_time is not null)) as ranked
      where place >= ${MOST}))),
  f as (update token_family set last_use_time = now(), key_hash = coalesce(key_hash, $8),
      expire_time = now() + make_interval(secs => case when ok.keep then $6::float8 else $7::float8 end)
    from ok where token_family.id = ok.id returning token_family.id, token_family.expire_time),
  ${STORED}
  select live, good from t`

/**
 * Exchanges a refresh token. It stays valid until a successor is first used, and ten seconds longer, so that a lost
 * response does not sign the user out. The other successors end then. A token that has ended is known to two parties,
 * so the whole family ends when one is sent.
 * @returns undefined when the token is invalid
 */
export function refreshFamily(
  db: Database,
  settings: ApiSettings,
  side: Side,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  const key = familyKeyOf(refreshToken)
  const tokens = newTokens(settings, key)
  const [hash, keyHash] = [hashToken(refreshToken), hashToken(key)]
  return db.transaction(async (tx) => {
    // The lock is a statement of its own: the next one then sees what the requests before it have written.
    const [family] = await runNamed<{ id: string }>(tx, lockText, [hash, keyHash, side])
    if (!family) return undefined
    const [found] = await runNamed<{ live: boolean; good: boolean }>(tx, refreshText, [
      hashToken(tokens.access_token),
      hashToken(tokens.refresh_token),
      settings.accessSeconds,
      hash,
      family.id,
      settings.refreshKeepSeconds,
      settings.refreshSeconds,
      keyHash,
    ])
    if (found?.live && found.good) return tokens
    if (found?.live) await endFamily(tx, Number(family.id))
    return undefined
  })
}
