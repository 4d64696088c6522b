import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { eventStream } from '#src/server/jobs/event-stream.server.ts'
import { chooseByMail, kindsByMail, mailChoices } from '#src/server/notices/mail-choice.server.ts'
import { noticeKindNames, noticeKinds, noticeLooks } from '#src/server/notices/notice-kinds.server.ts'
import { countUnread, isNoticeCursor, listNotices, markNoticesRead } from '#src/server/notices/notice-store.server.ts'
import { isChannelOn } from '#src/server/outbox/send-message.server.ts'

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

const byMailAnswer = v.strictObject({
  available: v.boolean(),
  kinds: v.array(
    v.strictObject({ kind: v.picklist(noticeKindNames), label: v.string(), help: v.string(), on: v.boolean() }),
  ),
})

const ids = v.optional(v.pipe(v.array(id), v.maxLength(200)))

export const adminNotices = noticeCalls('admin', '/adminApi')
export const memberNotices = {
  ...noticeCalls('user', '/api'),
  events: endpoint({
    method: 'get',
    path: '/api/notice/events',
    tag: 'notice',
    security: 'user',
    summary: m.call_memberNoticeEvents,
    answer: v.string(),
    bare: 'text/event-stream',
    errors: [429],
    run: async ({ c, actor }) => eventStream(c, actor, c.get('deps').jobs.memberFeed),
  }),
}

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
        unread: await unreadOf(db, actor),
      }),
    }),
    unread: endpoint({
      ...common,
      method: 'get',
      path: `${base}/notice/unread` as const,
      summary: m.call_noticesUnread,
      answer: v.strictObject({ unread: v.number() }),
      run: async ({ db, actor }) => ({ unread: await unreadOf(db, actor) }),
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
        return { unread: await unreadOf(db, actor) }
      },
      msg: () => m.success_operation(),
    }),
    byMail: endpoint({
      ...common,
      method: 'get',
      path: `${base}/notice/mail` as const,
      summary: m.call_noticesByMail,
      answer: byMailAnswer,
      run: ({ db, actor }) => byMail(db, actor),
    }),
    // No `write`: what it changes is not part of the history, and doing it twice changes nothing.
    chooseByMail: endpoint({
      ...common,
      method: 'post',
      path: `${base}/notice/mail` as const,
      summary: m.call_noticesChooseByMail,
      body: v.strictObject({ kind: v.picklist(kindsByMail(security)), on: v.boolean() }),
      answer: byMailAnswer,
      run: async ({ db, actor, body: { kind, on } }) => {
        await chooseByMail(db, actor.id, kind, on)
        return byMail(db, actor)
      },
      msg: () => m.success_updated(),
    }),
  }
}

/** Whether e-mails leave at all, and what the account has chosen. Without announcements, nobody is asked about them. */
async function byMail(db: Db, { id, side }: Actor) {
  const [choices, { announcements }] = await Promise.all([mailChoices(db, id, side), readConfig(db, ['announcements'])])
  const offered = choices.filter(({ kind }) => announcements || kind !== 'announcement')
  const kinds = offered.map(({ kind, on }) => {
    const { label, help } = noticeKinds[kind].mail
    return { kind, label: label(), help: help(), on }
  })
  return { available: await isChannelOn(db, 'mail'), kinds }
}

async function unreadOf(db: Db, { id, viewer }: Actor): Promise<number> {
  return (await countUnread(db, [id], viewer !== undefined)).get(id)?.unread ?? 0
}
