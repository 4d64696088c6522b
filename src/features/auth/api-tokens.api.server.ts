import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { authorOf } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { ownerOf } from './account-owner.server.ts'
import { apiTokenForm } from './api-token.schema.ts'
import { addApiToken, apiTokensOf, revokeApiTokens } from './api-tokens.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())
const common = { tag: 'session', security: 'admin', viewers: 'none' } as const
const ofAccount = { accountId: v.optional(id) }

/** API tokens: of the own account and, to look at and to revoke, of accounts that the caller manages. */
export const apiTokenEndpoints = {
  index: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/apiToken/index',
    summary: m.call_apiTokens,
    query: v.object(ofAccount),
    errors: [404],
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          id: v.number(),
          name: v.string(),
          nodes: v.array(v.string()),
          addresses: v.string(),
          createTime: instant,
          expireTime: instant,
          lastUseTime: v.nullable(instant),
          lastUseIp: v.string(),
          /** The last characters of the token. */
          ending: v.string(),
          state: v.picklist(['valid', 'expired', 'ended']),
        }),
      ),
    }),
    run: async ({ db, actor, query }) => ({ list: await apiTokensOf(db, await ownerOf(db, actor, query.accountId)) }),
  }),
  // No `write`: what is kept for repeats of a request must not have the secret in it.
  add: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/apiToken/add',
    summary: m.call_apiTokenAdd,
    proof: true,
    body: apiTokenForm,
    errors: [409],
    idempotent: true,
    answer: v.strictObject({ id: v.number(), token: v.string(), expireTime: instant }),
    run: async ({ c, db, actor, body }) => {
      let made: Awaited<ReturnType<typeof addApiToken>> | undefined
      await guardedWrite(db, authorOf(c), 'save', (tx) =>
        once(tx, requestOf(c, body), async () => {
          made = await addApiToken(tx, actor, body)
          return {}
        }),
      )
      if (!made) throw new AppError(409, m.apiToken_shownOnce())
      return made
    },
    msg: () => m.apiToken_created(),
  }),
  revoke: endpoint({
    ...common,
    method: 'delete',
    path: '/adminApi/apiToken/del',
    summary: m.call_apiTokenRevoke,
    query: v.object({ ...idsQuery.entries, ...ofAccount }),
    errors: [404],
    write: 'save',
    answer: v.strictObject({ count: v.number() }),
    run: async ({ tx, actor, query }) => {
      const count = await revokeApiTokens(tx, await ownerOf(tx, actor, query.accountId), query['ids[]'])
      if (count === undefined) throw new AppError(404, m.error_rowMissing())
      return { count }
    },
    msg: () => m.apiToken_revoked(),
  }),
}
