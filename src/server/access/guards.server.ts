import { sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import type { Database, Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import type { ApiContext, ApiEnv } from '../context.server.ts'
import { AppError } from '../errors.server.ts'
import { countFailure } from '../throttle/throttle.server.ts'
import { type Actor, findActor, findActorOfKey, SEEN_SECONDS } from './actor.server.ts'
import { apiTokenCounter, isApiTokenKey } from './api-token-key.server.ts'
import { assertPasswordFresh } from './password-age.server.ts'
import { assertWithinLimits, isListed } from './sign-in-limits.server.ts'

/** Records the last use of a sign-in, or of an API token. Of several requests at once, only one writes. */
async function noteUse(db: Db, { familyId, apiToken }: Actor, address: string): Promise<void> {
  if (apiToken)
    await db.execute(sql`update api_token_key set last_use_time = now(), last_use_ip = ${address}
      where token_id = ${apiToken.id} and coalesce(last_use_time < now() - make_interval(secs => ${SEEN_SECONDS}), true)`)
  else
    await db.execute(sql`update token_family set last_use_time = now()
      where id = ${familyId} and last_use_time < now() - make_interval(secs => ${SEEN_SECONDS})`)
}

/** The token of an Authorization header; empty when there is none. */
function tokenOf(authorization: string): string {
  return /^bear(?:er)?\s+(\S+)$/i.exec(authorization)?.[1] ?? ''
}

/**
 * What somebody who views as another account may call. `reads`, the usual case: GET alone. `all`: this call too,
 * although it writes. `none`: not even this GET, because it is about the person behind the account.
 */
export type ViewerCalls = 'reads' | 'all' | 'none'

/** What a call allows besides its usual callers. */
export type Allowance = {
  viewers?: ViewerCalls | undefined
  /** Somebody whose password has expired may make it, too. */
  expired?: true | undefined
  /** So may somebody whom a role does not let in from here or now. */
  anywhere?: true | undefined
}

/** Refuses the request with 401 unless it carries a valid access token of that side. */
export function signedIn(side: Side, allowance?: Allowance): MiddlewareHandler<ApiEnv> {
  return signedInOn([side], allowance)
}

/** Refuses the request with 401 unless it carries a valid access token of either side. */
export function signedInEither(allowance?: Allowance): MiddlewareHandler<ApiEnv> {
  return signedInOn(['admin', 'user'], allowance)
}

/** @throws AppError 403 for a viewer who may not make this call */
export function limitViewer(method: string, actor: Actor | undefined, viewers: ViewerCalls = 'reads'): void {
  if (!actor?.viewer || viewers === 'all') return
  const reads = ['GET', 'HEAD'].includes(method)
  if (!reads || viewers === 'none') throw new AppError(403, m.viewAs_readOnly())
}

function signedInOn(sides: readonly Side[], allowance: Allowance = {}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = await callerOf(c, tokenOf(c.req.header('authorization') ?? ''), allowance)
    if (!actor || !sides.includes(actor.side)) throw new AppError(401, m.error_tokenInvalid())
    if (actor.unseen) await noteUse(c.get('deps').vitalDb, actor, c.get('address'))
    // A refusal, too, is told with the name of who called.
    c.set('actor', actor)
    limitViewer(c.req.method, actor, allowance.viewers)
    await next()
  }
}

/**
 * Sets the actor when the request has a token of either side. Refuses an invalid token, so that the client refreshes
 * it.
 */
export function signedInIfAny(allowance: Allowance = {}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('authorization')
    const actor = given === undefined ? undefined : await callerOf(c, tokenOf(given), allowance)
    if (given !== undefined && !actor) throw new AppError(401, m.error_tokenInvalid())
    if (actor) c.set('actor', actor)
    await next()
  }
}

/**
 * Who calls with this token. Undefined when it is not valid.
 * @throws AppError 403 when the caller may not come from here, not at this time, or not before a new password; 429
 */
async function callerOf(c: ApiContext, token: string, allowance: Allowance): Promise<Actor | undefined> {
  const { vitalDb } = c.get('deps')
  const address = c.get('address')
  const actor = isApiTokenKey(token) ? await apiCaller(vitalDb, token, address) : await findActor(vitalDb, token)
  if (!actor) return undefined
  // Whoever views as somebody else is a super administrator, whom no role limits.
  if (!actor.viewer && !allowance.anywhere) await assertWithinLimits(vitalDb, actor, { address, now: actor.now })
  if (!allowance.expired) await assertPasswordFresh(vitalDb, actor)
  return { ...actor, address }
}

/** Invalid API tokens of other clients at the address never block a valid one. */
async function apiCaller(db: Database, token: string, address: string): Promise<Actor | undefined> {
  const actor = await findActorOfKey(db, token)
  if (!actor) await countFailure(db, apiTokenCounter(address))
  if (actor?.apiToken && !isListed(actor.apiToken.addresses, address))
    throw new AppError(403, m.apiToken_address({ address }), { reason: 'apiToken' })
  return actor
}
