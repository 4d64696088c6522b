import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import { formatIn } from '#src/lib/date.ts'
import { timeFormats } from '#src/lib/time-format.ts'
import { readConfig } from '#src/server/config.server.ts'
import { chosenLanguage } from '#src/server/notices/mail-choice.server.ts'
import { isChannelOn, sendMessage } from '#src/server/outbox/send-message.server.ts'

/** Who is told what becomes of the request. */
export type ClosingReader = { id: number; email: string; name: string; language: Locale; timeFormat: string }

/** Seconds after which such a message is no news. */
const NEWS = 7 * 86_400

/**
 * The member, whose account is locked until the transaction ends. Whoever writes a request takes this lock first, so
 * that one writes after another. Undefined for an account that is gone.
 */
export async function lockReader(tx: Db, id: number): Promise<ClosingReader | undefined> {
  const [row] = await tx
    .select({ email: account.email, nickname: account.nickname, username: account.username })
    .from(account)
    .where(and(eq(account.id, id), eq(account.kind, 'user')))
    .for('no key update')
  if (!row) return undefined
  const [chosen] = await tx
    .select({ language: accountPreference.language, timeFormat: accountPreference.timeFormat })
    .from(accountPreference)
    .where(eq(accountPreference.accountId, id))
  return {
    id,
    email: row.email,
    name: row.nickname || row.username,
    language: chosenLanguage(chosen?.language) ?? getLocale(),
    timeFormat: chosen?.timeFormat ?? '',
  }
}

type Letter = {
  event: 'closing_asked' | 'closing_withdrawn' | 'closing_refused' | 'closing_done'
  time: string
  text?: string
  authorId: number | null
}

/** Tells the member, if mail leaves the site and the member has an address. */
export async function mailClosing(tx: Db, secret: string, reader: ClosingReader, letter: Letter): Promise<void> {
  const { event, time, text = '', authorId } = letter
  if (reader.email === '' || !(await isChannelOn(tx, 'mail'))) return
  const { timeZone } = await readConfig(tx, ['timeZone'])
  const format = timeFormats.find((one) => one === reader.timeFormat) ?? 'seconds'
  await sendMessage(tx, secret, {
    channel: 'mail',
    event,
    language: reader.language,
    recipient: reader.email,
    values: { name: reader.name, time: formatIn(format, time, timeZone), text },
    // A closed account has no messages: this one is the last, and forgets its address when it has left.
    accountId: event === 'closing_done' ? null : reader.id,
    authorId,
    seconds: NEWS,
  })
}
