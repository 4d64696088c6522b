import { sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import type { ApiEnv } from '../context.server.ts'
import { AppError } from '../errors.server.ts'
import { type Actor, findActor, SEEN_SECONDS } from './actor.server.ts'

/** Records the last use of a sign-in. Of several requests at once, only one writes. */
async function noteUse(db: Db, familyId: number): Promise<void> {
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

/** Refuses the request with 401 unless it carries a valid access token of that side. */
export function signedIn(side: Side, viewers?: ViewerCalls): MiddlewareHandler<ApiEnv> {
  return signedInOn([side], viewers)
}

/** Refuses the request with 401 unless it carries a valid access token of either side. */
export const signedInEither = signedInOn(['admin', 'user'])

/** @throws AppError 403 for a viewer who may not make this call */
export function limitViewer(method: string, actor: Actor | undefined, viewers: ViewerCalls = 'reads'): void {
  if (!actor?.viewer || viewers === 'all') return
  const reads = ['GET', 'HEAD'].includes(method)
  if (!reads || viewers === 'none') throw new AppError(403, m.viewAs_readOnly())
}

function signedInOn(sides: readonly Side[], viewers?: ViewerCalls): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = tokenOf(c.req.header('authorization') ?? '')
    const { vitalDb } = c.get('deps')
    const actor = token ? await findActor(vitalDb, token) : undefined
    if (!actor || !sides.includes(actor.side)) throw new AppError(401, m.error_tokenInvalid())
    if (actor.unseen) await noteUse(vitalDb, actor.familyId)
    // A refusal, too, is told with the name of who called.
    c.set('actor', actor)
    limitViewer(c.req.method, actor, viewers)
    await next()
  }
}

/**
 * Sets the actor when the request has a token of either side. Refuses an invalid token, so that the client refreshes
 * it.
 */
export const signedInIfAny: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const given = c.req.header('authorization')
  const actor = given === undefined ? undefined : await findActor(c.get('deps').vitalDb, tokenOf(given))
  if (given !== undefined && !actor) throw new AppError(401, m.error_tokenInvalid())
  if (actor) c.set('actor', actor)
  await next()
}
