import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { announcementMail, announcementMailing } from '#src/db/notice.table.server.ts'
import { announcementsOn } from '../access/parts.server.ts'
import { isChannelOn } from '../outbox/send-message.server.ts'
import { Rounds } from '../rounds.server.ts'
import { chosenLanguage } from './mail-choice.server.ts'
import { sendNotice } from './mail-notice.server.ts'
import { isShownTo, readersOf } from './readers.server.ts'

/** Accounts of a portion. Until it ends, a change of its announcement waits. */
const PORTION = 50
/** Milliseconds between two looks. */
const LOOK_MS = 3_000

/** An announcement that appeared earlier is no news, and is not sent any more. */
const isNews = sql`${announcementsOn} and a.status = 'published' and a.shown_time <= now()
  and a.shown_time > now() - interval '3 days' and (a.until_time is null or a.until_time > now())`

type Announced = { id: string; version: number; title: string; content: string; until: string | null }
type Reader = { id: string; email: string; name: string; language: string; timeFormat: string }

/**
 * Sends announcements to those who want them by e-mail, a portion of accounts at a time. Each portion is one
 * transaction that also says how far it came, so that a process that dies leaves nothing half done and nobody gets an
 * announcement twice. Other processes take other announcements.
 * @returns whether there may be more to do
 */
export async function mailAnnouncements(db: Database, secret: string): Promise<boolean> {
  const found = await db.execute<{ id: string }>(sql`select a.id from announcement a
    left join announcement_mailing w on w.announcement_id = a.id
    where ${isNews} and (w.announcement_id is null or w.version <> a.version or not w.done)
    order by a.shown_time, a.id`)
  if (found.rows.length === 0 || !(await isChannelOn(db, 'mail'))) return false
  for (const { id } of found.rows) {
    if (await db.transaction((tx) => mailPortion(tx, secret, Number(id)))) return true
  }
  return false
}

/** @returns false when another process has the announcement, or there is nothing to do any more */
async function mailPortion(tx: Db, secret: string, announcementId: number): Promise<boolean> {
  // The lock lets a change of the announcement wait, which then finds the messages of this portion.
  const { rows } = await tx.execute<Announced>(sql`select a.id, a.version, a.title, a.content,
      to_json(a.until_time) #>> '{}' as until from announcement a where a.id = ${announcementId} and ${isNews} for share`)
  const [announced] = rows
  if (!announced) return false
  const { version } = announced
  await tx.insert(announcementMailing).values({ announcementId, version }).onConflictDoNothing()
  const [at] = await tx
    .select()
    .from(announcementMailing)
    .where(eq(announcementMailing.announcementId, announcementId))
    .for('update', { skipLocked: true })
  if (!at || (at.version === version && at.done)) return false
  const after = at.version === version ? at.lastAccountId : 0
  const asked = await tx.execute<{ id: string }>(sql`select account_id as id from account_preference
    where notice_mail @> '{"announcement": true}' and account_id > ${after} order by account_id limit ${PORTION}`)
  const ids = asked.rows.map(({ id }) => Number(id))
  for (const reader of await readersAmong(tx, announcementId, ids)) await mailTo(tx, secret, reader, announced)
  await tx
    .update(announcementMailing)
    .set({ version, lastAccountId: ids.at(-1) ?? after, done: ids.length < PORTION })
    .where(eq(announcementMailing.announcementId, announcementId))
  return true
}

/** Those of these accounts that are shown the announcement, can be reached, and do not have it yet. */
async function readersAmong(tx: Db, announcementId: number, ids: readonly number[]): Promise<Reader[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<Reader>(sql`
    select acc.id, acc.email, coalesce(nullif(acc.nickname, ''), acc.username) as name, p.language,
      p.time_format as "timeFormat"
    from announcement a, ${readersOf(ids)}
    join account acc on acc.id = reader.id join account_preference p on p.account_id = reader.id
    where a.id = ${announcementId} and ${isShownTo} and acc.status = 1 and acc.email <> '' and not exists (
      select from announcement_mail am where am.announcement_id = a.id and am.account_id = reader.id)
    order by acc.id`)
  return rows
}

async function mailTo(tx: Db, secret: string, row: Reader, { id, title, content, until }: Announced): Promise<void> {
  const accountId = Number(row.id)
  const reader = { ...row, accountId, language: chosenLanguage(row.language) ?? 'zh-cn' }
  const facts = { kind: 'announcement', data: { title, text: content }, until, toMany: true } as const
  const messageId = await sendNotice(tx, secret, reader, facts)
  if (messageId !== undefined)
    await tx.insert(announcementMail).values({ announcementId: Number(id), accountId, messageId })
}

/** Forgets who has got announcements that are deleted, once the outbox has forgotten them too. */
export async function purgeAnnouncementMail(db: Db): Promise<void> {
  await db.execute(sql`delete from announcement_mail am
    where not exists (select from announcement a where a.id = am.announcement_id)
      and not exists (select from message_out o where o.id = am.message_id)`)
}

type Options = { db: Database; log: Logger; secret: string }

/** Looks for announcements to send while the process runs. */
export class AnnouncementMailer extends Rounds {
  readonly #options: Options

  constructor(options: Options) {
    super({ log: options.log, lookMs: LOOK_MS, trouble: 'announcements were not sent by e-mail' })
    this.#options = options
  }

  protected work(): Promise<boolean> {
    return mailAnnouncements(this.#options.db, this.#options.secret)
  }
}
