import { and, desc, eq, lt } from 'drizzle-orm'
import { messageOut } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { listNotices } from '#src/server/notices/notice-store.server.ts'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'
import { jsonList, pagesOf } from './json-text.server.ts'

const PAGE = 500

/** What the member was told: on the page of messages, and by e-mail and text message. */
export const messageParts: readonly ArchivePart[] = [
  fileOf('messages.json', m.ownData_messages, (context) => jsonList(messages(context))),
  fileOf('sent-messages.json', m.ownData_sentMessages, (context) => jsonList(sent(context))),
]

async function* messages({ db, actor }: ArchiveContext) {
  let before: string | undefined
  do {
    const { list, next } = await listNotices(db, actor.id, { before, unread: false, viewing: false })
    yield list.map(({ source, title, text, time, read }) => ({ time, source, title, text, read }))
    before = next ?? undefined
  } while (before !== undefined)
}

/** Without the texts: the outbox forgets them when they have left. */
async function* sent({ db, actor }: ArchiveContext) {
  const { id, createTime, channel, event, language, recipient, subject, state, endTime } = messageOut
  const columns = { id, createTime, channel, event, language, recipient, subject, state, endTime }
  const pages = pagesOf(PAGE, (last: { id: number } | undefined) =>
    db
      .select(columns)
      .from(messageOut)
      .where(and(eq(messageOut.accountId, actor.id), last && lt(id, last.id)))
      .orderBy(desc(id))
      .limit(PAGE),
  )
  for await (const page of pages) yield page.map(({ id: _id, ...one }) => one)
}
