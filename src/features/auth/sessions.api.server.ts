import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import { inTurn } from '#src/server/list/read-turns.server.ts'
import { ownerOf } from './account-owner.server.ts'
import { endOtherSessions, endSessions, type SessionRow, sessionsOf } from './sessions.server.ts'
import { type SignInEvent, signInHistory } from './sign-in-history.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())

const session = v.strictObject({
  id: v.number(),
  client: v.picklist(['admin', 'user']),
  ip: v.string(),
  userAgent: v.string(),
  createTime: instant,
  lastUseTime: instant,
  expireTime: instant,
  keep: v.boolean(),
  current: v.boolean(),
}) satisfies v.GenericSchema<unknown, SessionRow>

const signInEvent = v.strictObject({
  id: v.number(),
  time: instant,
  success: v.boolean(),
  title: v.string(),
  titleEn: v.string(),
  ip: v.string(),
  userAgent: v.string(),
  times: v.number(),
}) satisfies v.GenericSchema<unknown, SignInEvent>

export const adminSessions = sessions('admin', '/adminApi')
export const memberSessions = sessions('user', '/api')

/**
 * Sign-ins of one side: list, end some, end all others. They need no permission node, because every user may manage
 * their own sign-ins.
 */
function sessions<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  // Another account's sign-ins, which only the back office may ask for.
  const errors = security === 'admin' ? ([403, 404] as const) : ([403] as const)
  const common = { tag: 'session', security, errors, viewers: 'none' } as const
  const ofAccount = { accountId: v.optional(id) }
  const ending = {
    answer: v.strictObject({ count: v.number() }),
    msg: ({ count }: { count: number }) => m.success_sessionsEnded({ count }),
  }
  return {
    index: endpoint({
      ...common,
      method: 'get',
      path: `${base}/session/index` as const,
      summary: m.call_sessions,
      query: v.object(ofAccount),
      answer: v.strictObject({ list: v.array(session), total: v.number() }),
      run: async ({ db, actor, query }) => {
        const list = await sessionsOf(db, await ownerOf(db, actor, query.accountId), actor.familyId)
        return { list, total: list.length }
      },
    }),
    history: endpoint({
      ...common,
      errors: [...errors, 429],
      method: 'get',
      path: `${base}/session/history` as const,
      summary: m.call_signInHistory,
      query: v.object({ ...ofAccount, before: v.optional(id) }),
      answer: v.strictObject({ list: v.array(signInEvent), next: v.nullable(v.number()) }),
      run: ({ c, actor, query }) =>
        inTurn(c, async (db) => signInHistory(db, await ownerOf(db, actor, query.accountId), query.before)),
    }),
    del: endpoint({
      ...common,
      ...ending,
      errors: [403, 404],
      method: 'delete',
      path: `${base}/session/del` as const,
      summary: m.call_sessionsEnd,
      query: v.object({ ...idsQuery.entries, ...ofAccount }),
      write: 'save',
      run: async ({ tx, actor, query }) => {
        const count = await endSessions(tx, await ownerOf(tx, actor, query.accountId), query['ids[]'])
        if (count === undefined) throw new AppError(404, m.error_rowMissing())
        return { count }
      },
    }),
    endOthers: endpoint({
      ...common,
      ...ending,
      method: 'post',
      path: `${base}/session/endOthers` as const,
      summary: m.call_sessionsEndOthers,
      query: v.object(ofAccount),
      write: 'save',
      run: async ({ tx, actor, query }) => ({
        count: await endOtherSessions(tx, await ownerOf(tx, actor, query.accountId), actor.familyId),
      }),
    }),
  }
}
