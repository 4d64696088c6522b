import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { type Said, withLocale } from '#src/i18n/locale.server.ts'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import { formatIn } from '#src/lib/date.ts'
import { timeFormats } from '#src/lib/time-format.ts'
import { readConfig } from '../config.server.ts'
import type { MessageText } from '../outbox/built-in-texts.server.ts'
import { isChannelOn, sendMessage } from '../outbox/send-message.server.ts'
import { chosenLanguage, kindsByMail, wantsByMail } from './mail-choice.server.ts'
import { type NoticeKind, noticeKinds } from './notice-kinds.server.ts'

/** An account that gets a notice by e-mail. */
export type MailReader = {
  accountId: number
  email: string
  name: string
  language: Locale
  timeFormat: string
}

/** What is the case of the notice: its kind, its facts, and until when it is news. */
type Facts = {
  kind: NoticeKind
  data: unknown
  until?: string | null | undefined
  toMany?: boolean
  /** What the e-mail says where its event has no text of the product. */
  builtIn?: Said<MessageText> | undefined
}

/**
 * Sends a new notice by e-mail too, if its account wants that and can be reached. The e-mail is in the language that
 * the account has chosen, else in that of the request.
 */
export async function mailNotice(tx: Db, secret: string, accountId: number, facts: Facts): Promise<void> {
  const [row] = await tx
    .select({
      side: account.kind,
      email: account.email,
      nickname: account.nickname,
      username: account.username,
      status: account.status,
      language: accountPreference.language,
      timeFormat: accountPreference.timeFormat,
      chosen: accountPreference.noticeMail,
    })
    .from(account)
    .leftJoin(accountPreference, eq(accountPreference.accountId, account.id))
    .where(eq(account.id, accountId))
  if (row?.status !== 1 || row.email === '') return
  if (!kindsByMail(row.side).includes(facts.kind) || !wantsByMail(facts.kind, row.chosen)) return
  if (!(await isChannelOn(tx, 'mail'))) return
  const reader = {
    accountId,
    email: row.email,
    name: row.nickname || row.username,
    language: chosenLanguage(row.language) ?? getLocale(),
    timeFormat: row.timeFormat ?? '',
  }
  await sendNotice(tx, secret, reader, facts)
}

/** Puts the e-mail of a notice in the outbox. @returns the id of the message */
export async function sendNotice(
  tx: Db,
  secret: string,
  reader: MailReader,
  { kind, data, until, toMany = false, builtIn }: Facts,
): Promise<number | undefined> {
  const { accountId, email, name, language } = reader
  const letter = withLocale(language, () => noticeKinds[kind].letter(data))
  if (!letter) return undefined
  const { timeZone } = await readConfig(tx, ['timeZone'])
  const format = timeFormats.find((one) => one === reader.timeFormat) ?? 'seconds'
  const time = formatIn(format, new Date().toISOString(), timeZone)
  const left = until ? Math.floor((Date.parse(until) - Date.now()) / 1000) : Number.POSITIVE_INFINITY
  return sendMessage(tx, secret, {
    channel: 'mail',
    event: letter.event,
    part: letter.part,
    builtIn: builtIn?.[language],
    language,
    recipient: email,
    values: { name, time, ...letter.values },
    accountId,
    noticeKind: kind,
    toMany,
    seconds: Math.max(1, Math.min(noticeKinds[kind].mail.seconds, left)),
  })
}
