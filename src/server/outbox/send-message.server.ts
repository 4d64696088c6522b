import type { Db } from '#src/db/client.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { readConfig } from '../config.server.ts'
import { AppError } from '../errors.server.ts'
import { seal } from '../seal.server.ts'
import { compose, type MessageValues, type TextKind } from './compose.server.ts'

/** What the content of a waiting message is sealed for. */
export const SEALED_FOR = 'message-out'

export type NewMessage = TextKind & {
  /** An e-mail address, or a mobile number. */
  recipient: string
  values: MessageValues
  /** The account that the message is about or for. */
  accountId?: number | null
  authorId?: number | null
  /** The message is worthless after so many seconds. */
  seconds?: number
  /** The kind of notice that the message repeats. It only leaves while the account still wants it. */
  noticeKind?: string
  /** It goes to many accounts, so it lets all others pass. */
  toMany?: boolean
}

/** Whether messages leave on this way. Ask before a message that may be left out, such as a notice. */
export async function isChannelOn(db: Db, channel: MessageChannel): Promise<boolean> {
  const { mailMode, smsMode } = await readConfig(db, ['mailMode', 'smsMode'])
  return (channel === 'mail' ? mailMode : smsMode) !== 'off'
}

/** @throws AppError 503 with a sentence when no message leaves on this way */
export async function demandChannel(db: Db, channel: MessageChannel): Promise<void> {
  if (await isChannelOn(db, channel)) return
  throw new AppError(503, channel === 'mail' ? m.outbox_mailOff() : m.outbox_smsOff())
}

/**
 * Puts a message in the outbox, in the caller's transaction: it leaves if and only if the transaction commits.
 * @param secret `deps.secret`, or that of a job
 * @throws AppError 503 when no message leaves on this way
 * @returns the id of the message
 */
export async function sendMessage(tx: Db, secret: string, message: NewMessage): Promise<number> {
  const { channel, event, language, recipient, values, accountId, authorId, seconds, noticeKind, toMany } = message
  await demandChannel(tx, channel)
  const composed = await compose(tx, message, values)
  const [row] = await tx
    .insert(messageOut)
    .values({
      channel,
      event,
      language,
      recipient,
      // The subject is shown later. A template cannot name the code in it.
      subject: composed.subject,
      sealed: seal(secret, SEALED_FOR, JSON.stringify(composed)),
      accountId,
      authorId,
      noticeKind,
      rank: composed.code !== '' ? 0 : toMany ? 2 : 1,
      expireTime: seconds === undefined ? null : new Date(Date.now() + seconds * 1000).toISOString(),
    })
    .returning({ id: messageOut.id })
  if (!row) throw new Error('no message')
  return row.id
}
