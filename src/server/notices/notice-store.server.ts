import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { notice } from '#src/db/notice.table.server.ts'
import { hiddenKinds, type NoticeLook, noticeWords } from './notice-kinds.server.ts'
import { hasRead, isShownTo, readersOf } from './readers.server.ts'

/** Notices of a page. */
const PAGE = 20
/** A larger number of unread notices says nothing more. */
const MOST_UNREAD = 100

type Entry = {
  source: 'notice' | 'announcement'
  id: number
  look: NoticeLook
  title: string
  /** Of an announcement, its whole text. */
  text: string
  link: string
  time: string
  read: boolean
}

type Stored = {
  source: 'n' | 'a'
  id: string
  kind: string
  data: unknown
  title: string
  text: string
  link: string
  micros: string
  read: boolean
}

/** A place in the list, as `next` names it. */
const cursorForm = /^(\d{1,16})([an])(\d{1,16})$/

/** Whether a text is a place in the list. */
export const isNoticeCursor = (text: string): boolean => cursorForm.test(text)

/**
 * A page of what concerns an account, newest first: its notices, and the announcements that it is shown now. Kinds that
 * this release does not know are left out. Who views as the account learns nothing of its sign-ins.
 */
export async function listNotices(
  db: Db,
  accountId: number,
  { before, unread, viewing }: { before?: string | undefined; unread: boolean; viewing: boolean },
): Promise<{ list: Entry[]; next: string | null }> {
  const [, micros, source, id] = (before && cursorForm.exec(before)) || []
  const beyond = (time: string, from: 'a' | 'n', row: string): SQL =>
    micros && source && id
      ? sql`${sql.raw(time)} <= ${at(micros)} and (${sql.raw(time)}, ${from}::text, ${sql.raw(row)})
          < (${at(micros)}, ${source}::text, ${id}::bigint)`
      : sql`true`
  const { rows } = await db.execute<Stored>(sql`
    select source, id, kind, data, title, text, link, (extract(epoch from time) * 1000000)::bigint as micros, read from (
      (select 'n' as source, n.id, n.kind, n.data, '' as title, '' as text, n.link, n.create_time as time,
          n.read_time is not null as read
        from notice n where n.account_id = ${accountId} and ${unread ? sql`n.read_time is null` : sql`true`}
          and ${visibleTo(viewing)} and ${beyond('n.create_time', 'n', 'n.id')}
        order by n.create_time desc, n.id desc limit ${PAGE + 1})
      union all
      (select 'a', a.id, '', null, a.title, a.content, '', a.shown_time, ${hasRead}
        from announcement a, ${readersOf([accountId])} where ${isShownTo} and ${unread ? sql`not ${hasRead}` : sql`true`}
          and ${beyond('a.shown_time', 'a', 'a.id')}
        order by a.shown_time desc, a.id desc limit ${PAGE + 1})
    ) entry order by time desc, source desc, id desc limit ${PAGE + 1}`)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    list: page.flatMap((row) => entryOf(row) ?? []),
    next: rows.length > PAGE && last ? `${last.micros}${last.source}${last.id}` : null,
  }
}

/** The notices that are listed and counted: all, but for those of which somebody who views learns nothing. */
const visibleTo = (viewing: boolean): SQL =>
  viewing ? sql`n.kind <> all (${sql.param(hiddenKinds)}::text[])` : sql`true`

const at = (micros: string) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint / 1000000 * interval '1 second' + ${micros}::bigint % 1000000 * interval '1 microsecond')`

function entryOf({ source, id, kind, data, title, text, link, micros, read }: Stored): Entry | undefined {
  const common = { id: Number(id), link, time: new Date(Number(micros) / 1000).toISOString(), read }
  if (source === 'a') return { ...common, source: 'announcement', look: 'announcement', title, text }
  const words = noticeWords(kind, data)
  return words && { ...common, source: 'notice', ...words }
}

export type UnreadCount = { unread: number; mark: string }

/**
 * How many unread notices each of these accounts has, up to 100. `mark` changes with everything that changes the list
 * of an account.
 * @param viewing for those who view as these accounts
 */
export async function countUnread(
  db: Db,
  accountIds: readonly number[],
  viewing = false,
): Promise<Map<number, UnreadCount>> {
  const { rows } = await db.execute<{ id: string; unread: number; newest: string; shown: string }>(sql`
    select reader.id, least(own.unread + all_of.unread, ${MOST_UNREAD})::int as unread,
      coalesce(newest.id, 0)::text as newest, all_of.shown::text
    from ${readersOf(accountIds)}
    cross join lateral (select count(*) as unread from (select from notice n
      where n.account_id = reader.id and n.read_time is null and ${visibleTo(viewing)} limit ${MOST_UNREAD}) few) own
    left join lateral (select n.id from notice n where n.account_id = reader.id and ${visibleTo(viewing)}
      order by n.create_time desc, n.id desc limit 1) newest on true
    cross join lateral (select count(*) filter (where not ${hasRead}) as unread,
      coalesce(sum(a.id * 1000 + a.version), 0) as shown from announcement a where ${isShownTo}) all_of`)
  return new Map(
    rows.map(({ id, unread, newest, shown }) => [Number(id), { unread, mark: `${unread} ${newest} ${shown}` }]),
  )
}

export type ReadNotices = {
  ids?: number[] | undefined
  announcementIds?: number[] | undefined
  all?: true | undefined
}

/** Marks own notices and announcements as read. Those of others, and those that are not shown, stay as they are. */
export async function markNoticesRead(
  db: Db,
  accountId: number,
  { ids = [], announcementIds = [], all }: ReadNotices,
): Promise<void> {
  await db
    .update(notice)
    .set({ readTime: sql`now()` })
    .where(and(eq(notice.accountId, accountId), isNull(notice.readTime), all ? undefined : anyOf(notice.id, ids)))
  await db.execute(sql`insert into announcement_read (account_id, announcement_id)
    select reader.id, a.id from announcement a, ${readersOf([accountId])}
    where ${isShownTo} and ${all ? sql`true` : sql`a.id = any (${sql.param(announcementIds)}::bigint[])`}
    on conflict do nothing`)
}
