import { sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { accountPreference } from '#src/db/identity.table.server.ts'
import { notice } from '#src/db/notice.table.server.ts'
import type { Said } from '#src/i18n/locale.server.ts'
import { readConfig } from '../config.server.ts'
import type { MessageText } from '../outbox/built-in-texts.server.ts'
import { wantsByMail } from './mail-choice.server.ts'
import { mailNotice } from './mail-notice.server.ts'
import type { NoticeData, NoticeKind } from './notice-kinds.server.ts'

/** An announcement tells all its readers with one row. */
type OwnKind = Exclude<NoticeKind, 'announcement'>
type NewNotice = {
  [K in OwnKind]: {
    accountId: number
    kind: K
    data: NoticeData<K>
    link?: string
    /** What the e-mail says where its event has no text of the product. */
    builtIn?: Said<MessageText>
    /** There may be many such notices, so their e-mails let all others pass. */
    toMany?: boolean
  }
}[OwnKind]

/**
 * Tells an account what concerns it, in the caller's transaction; by e-mail too, if the account wants that.
 * @param secret `deps.secret`, or that of a job
 */
export async function notify(tx: Db, secret: string, told: NewNotice): Promise<void> {
  const { accountId, kind, data, link = '', builtIn, toMany = false } = told
  await tx.insert(notice).values({ accountId, kind, data, link })
  await mailNotice(tx, secret, accountId, { kind, data, builtIn, toMany })
}

type ManyTold = { [K in OwnKind]: { kind: K; data: NoticeData<K>; to: readonly Told[] } }[OwnKind]
type Told = { accountId: number; link: string }

/** Tells many accounts the same in one statement; by e-mail those of them that want it. */
export async function notifyMany(tx: Db, secret: string, { kind, data, to }: ManyTold): Promise<void> {
  if (to.length === 0) return
  const ids = to.map(({ accountId }) => accountId)
  const links = to.map(({ link }) => link)
  await tx.execute(sql`
    insert into notice (account_id, kind, data, link) select told.id, ${kind}, ${JSON.stringify(data)}::jsonb, told.link
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(links)}::text[]) told (id, link)`)
  const chosen = await tx
    .select({ id: accountPreference.accountId, chosen: accountPreference.noticeMail })
    .from(accountPreference)
    .where(anyOf(accountPreference.accountId, ids))
  const choices = new Map(chosen.map((row) => [row.id, row.chosen]))
  for (const id of ids)
    if (wantsByMail(kind, choices.get(id))) await mailNotice(tx, secret, id, { kind, data, toMany: true })
}

/** Removes old notices: usually read ones sooner than those that nobody has looked at. */
export async function purgeNotices(db: Db): Promise<void> {
  const { noticeReadDays: read, noticeKeepDays: unread } = await readConfig(db, ['noticeReadDays', 'noticeKeepDays'])
  await db.execute(sql`delete from notice where create_time < now() - make_interval(days => ${Math.min(read, unread)})
    and (read_time < now() - make_interval(days => ${read})
      or create_time < now() - make_interval(days => ${unread}))`)
}
