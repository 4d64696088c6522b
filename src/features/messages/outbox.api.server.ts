import { and, eq, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { account } from '#src/db/identity.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { accountsSeen } from '#src/features/auth/account.relation.server.ts'
import { membersSeen } from '#src/features/members/member.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { cancelWaiting, retryNow } from '#src/server/outbox/outbox-store.server.ts'
import { outboxDescription } from './outbox.schema.ts'

/** Messages about the accounts in the data scope, and those that one has caused. Visitors have no organization. */
function messagesSeen(actor: Actor) {
  if (actor.super || actor.scopes.has('all')) return undefined
  const members = and(eq(account.kind, 'user'), scope(actor, membersSeen(account.id)))
  return or(
    eq(messageOut.authorId, actor.id),
    sql`${messageOut.accountId} in (select ${account.id} from ${account} where ${or(accountsSeen(actor), members)})`,
  )
}

export const outboxResource = compileResource({
  description: outboxDescription,
  table: messageOut,
  computed: { username: through('accountId', account.username) },
  scope: messagesSeen,
})

export const outboxApi = crud(outboxResource)

const changes = {
  method: 'post',
  tag: 'resource',
  security: 'admin',
  node: 'routine/outbox/send',
  body: v.strictObject({ ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(100)) }),
  answer: v.literal(true),
  errors: [409],
} as const

/** What a person may do with a message. */
export const outboxEndpoints = {
  retry: endpoint({
    ...changes,
    path: '/adminApi/outbox/retry',
    summary: m.call_outboxRetry,
    run: async ({ db, actor, body }) => {
      await db.transaction((tx) => retryNow(tx, body.ids, messagesSeen(actor)))
      return true as const
    },
    msg: () => m.outbox_retried(),
  }),
  cancel: endpoint({
    ...changes,
    path: '/adminApi/outbox/cancel',
    summary: m.call_outboxCancel,
    run: async ({ db, actor, body }) => {
      await db.transaction((tx) => cancelWaiting(tx, body.ids, messagesSeen(actor)))
      return true as const
    },
    msg: () => m.outbox_cancelled(),
  }),
}
