import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id as idSchema } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import { signedIn } from '#src/server/access/guards.server.ts'
import { type ApiContext, type ApiEnv, actorOf } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { once } from '#src/server/write/idempotency.server.ts'
import { endOtherSessions, endSessions, sessionsOf } from './sessions.server.ts'

export const sessionIds = v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(1000))

export const adminSessionsApi = sessions('admin')
export const memberSessionsApi = sessions('user')

/**
 * Endpoints for sign-ins: list, end some, end all others. They need no permission node, because every user may manage
 * their own sign-ins.
 */
function sessions(side: Side) {
  return new Hono<ApiEnv>()
    .use(signedIn(side))
    .get('/index', async (c) => {
      const list = await sessionsOf(c.get('deps').db, await ownerOf(c), actorOf(c).familyId)
      return c.json(ok({ list, total: list.length }))
    })
    .delete('/del', async (c) => {
      const ids = v.safeParse(sessionIds, c.req.queries('ids[]') ?? c.req.query('ids')?.split(',') ?? [])
      if (!ids.success) throw new AppError(400, undefined, { errors: { ids: [m.rule_type()] } })
      return ending(c, async (tx, owner) => {
        const count = await endSessions(tx, owner, ids.output)
        if (count === undefined) throw new AppError(404, m.error_rowMissing())
        return count
      })
    })
    .post('/endOthers', (c) => ending(c, (tx, owner) => endOtherSessions(tx, owner, actorOf(c).familyId)))
}

/**
 * The account that owns the requested sign-ins: the caller's account or, for a super admin only, the account
 * `accountId`.
 */
async function ownerOf(c: ApiContext): Promise<number> {
  const asked = c.req.query('accountId')
  const actor = actorOf(c)
  if (asked === undefined) return actor.id
  const accountId = v.safeParse(idSchema, asked)
  if (!accountId.success) throw new AppError(400, undefined, { errors: { accountId: [m.rule_type()] } })
  if (accountId.output === actor.id) return actor.id
  if (!actor.super || actor.side !== 'admin') throw new AppError(403)
  const { db } = c.get('deps')
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.id, accountId.output))
  if (!found) throw new AppError(404, m.error_rowMissing())
  return found.id
}

/** Ends sign-ins in one transaction, at most once per Idempotency-Key. */
async function ending(c: ApiContext, work: (tx: Db, owner: number) => Promise<number>) {
  const owner = await ownerOf(c)
  const { pathname, search } = new URL(c.req.url)
  const key = c.req.header('idempotency-key')?.slice(0, 100)
  const request = key ? { accountId: actorOf(c).id, key, content: `${c.req.method} ${pathname}${search}` } : undefined
  const count = await c.get('deps').db.transaction((tx) => once(tx, request, () => work(tx, owner)))
  return c.json(ok({ count }, m.success_sessionsEnded({ count })))
}
