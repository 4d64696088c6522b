import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { notice } from '#src/db/notice.table.server.ts'
import { readConfig } from '../config.server.ts'
import { mailNotice } from './mail-notice.server.ts'
import type { NoticeData, NoticeKind } from './notice-kinds.server.ts'

/** An announcement tells all its readers with one row. */
type OwnKind = Exclude<NoticeKind, 'announcement'>
type NewNotice = { [K in OwnKind]: { accountId: number; kind: K; data: NoticeData<K>; link?: string } }[OwnKind]

/**
 * Tells an account what concerns it, in the caller's transaction; by e-mail too, if the account wants that.
 * @param secret `deps.secret`, or that of a job
 */
export async function notify(tx: Db, secret: string, { accountId, kind, data, link = '' }: NewNotice): Promise<void> {
  await tx.insert(notice).values({ accountId, kind, data, link })
  await mailNotice(tx, secret, accountId, { kind, data })
}

/** Removes old notices: usually read ones sooner than those that nobody has looked at. */
export async function purgeNotices(db: Db): Promise<void> {
  const { noticeReadDays: read, noticeKeepDays: unread } = await readConfig(db, ['noticeReadDays', 'noticeKeepDays'])
  await db.execute(sql`delete from notice where create_time < now() - make_interval(days => ${Math.min(read, unread)})
    and (read_time < now() - make_interval(days => ${read})
      or create_time < now() - make_interval(days => ${unread}))`)
}
