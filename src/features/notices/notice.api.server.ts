import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { noticeLooks } from '#src/server/notices/notice-kinds.server.ts'
import { countUnread, isNoticeCursor, listNotices, markNoticesRead } from '#src/server/notices/notice-store.server.ts'

const entry = v.strictObject({
  source: v.picklist(['notice', 'announcement']),
  id,
  look: v.picklist(noticeLooks),
  title: v.string(),
  text: v.string(),
  link: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
  read: v.boolean(),
})

const ids = v.optional(v.pipe(v.array(id), v.maxLength(200)))

export const adminNotices = noticeCalls('admin', '/adminApi')
export const memberNotices = noticeCalls('user', '/api')

/** What concerns the caller. Everybody has notices, so these calls need no permission node. */
function noticeCalls<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  const common = { tag: 'notice', security } as const
  return {
    index: endpoint({
      ...common,
      method: 'get',
      path: `${base}/notice/index` as const,
      summary: m.call_notices,
      query: v.strictObject({
        unread: v.optional(v.picklist(['1'])),
        before: v.optional(v.pipe(v.string(), v.check(isNoticeCursor))),
      }),
      answer: v.strictObject({ list: v.array(entry), next: v.nullable(v.string()), unread: v.number() }),
      run: async ({ db, actor, query: { unread, before } }) => ({
        ...(await listNotices(db, actor.id, { before, unread: unread === '1', viewing: actor.viewer !== undefined })),
        unread: await unreadOf(db, actor.id),
      }),
    }),
    unread: endpoint({
      ...common,
      method: 'get',
      path: `${base}/notice/unread` as const,
      summary: m.call_noticesUnread,
      answer: v.strictObject({ unread: v.number() }),
      run: async ({ db, actor }) => ({ unread: await unreadOf(db, actor.id) }),
    }),
    // No `write`: reading is not part of the history, and doing it twice changes nothing.
    read: endpoint({
      ...common,
      method: 'post',
      path: `${base}/notice/read` as const,
      summary: m.call_noticesRead,
      body: v.strictObject({ ids, announcementIds: ids, all: v.optional(v.literal(true)) }),
      answer: v.strictObject({ unread: v.number() }),
      run: async ({ db, actor, body }) => {
        await db.transaction((tx) => markNoticesRead(tx, actor.id, body))
        return { unread: await unreadOf(db, actor.id) }
      },
      msg: () => m.success_operation(),
    }),
  }
}

async function unreadOf(db: Db, accountId: number): Promise<number> {
  return (await countUnread(db, [accountId])).get(accountId)?.unread ?? 0
}
