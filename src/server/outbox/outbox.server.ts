import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { readConfig } from '../config.server.ts'
import { loggable } from '../loggable.server.ts'
import { isStillWanted } from '../notices/still-wanted.server.ts'
import type { Outgoing } from '../outgoing/outgoing-types.ts'
import { Rounds } from '../rounds.server.ts'
import { unseal } from '../seal.server.ts'
import type { Letter, Sender } from './channel.server.ts'
import type { Composed } from './compose.server.ts'
import { sendMail } from './mail-channel.server.ts'
import { type Due, type Outcome, recordTry, takeDue } from './outbox-store.server.ts'
import { SEALED_FOR } from './send-message.server.ts'
import { sendSms } from './sms-channel.server.ts'

/** Messages that a process sends at once. */
const AT_ONCE = 5
/** Milliseconds between two looks at the outbox. */
const LOOK_MS = 1_000

type Options = {
  db: Database
  log: Logger
  secret: string
  /** The directory for messages that are written to files: `DATA_DIR/outbox`. */
  folder: string
  ask: Outgoing
}

/** Sends what is in the outbox. Every process has one, and each message is sent by one of them. */
export class Outbox extends Rounds {
  readonly #options: Options
  readonly #worker = `${hostname()}:${process.pid}:${randomId().slice(0, 8)}`

  constructor(options: Options) {
    super({ log: options.log, lookMs: LOOK_MS, trouble: 'the outbox was not looked after' })
    this.#options = options
  }

  /** Sends messages that are due. @returns how many were tried */
  async round(): Promise<number> {
    const { db } = this.#options
    const { outboxPerMinute } = await readConfig(db, ['outboxPerMinute'])
    const due = await takeDue(db, this.#worker, AT_ONCE, outboxPerMinute)
    await Promise.all(due.map((one) => this.#send(one)))
    return due.length
  }

  protected async work(): Promise<boolean> {
    return (await this.round()) === AT_ONCE
  }

  /** One attempt. The state is written before and after it. */
  async #send(due: Due): Promise<void> {
    const { db, log } = this.#options
    const outcome = await this.#attempt(due)
    await recordTry(db, due, outcome)
    const { id, channel, event, attempts } = due
    const line = { message: id, channel, event, attempts, result: outcome.result }
    if (outcome.result === 'sent') log.info(line, 'a message was sent')
    else log.warn(line, 'a message was not sent')
  }

  async #attempt(due: Due): Promise<Outcome> {
    const { db, secret, folder, ask, log } = this.#options
    if (!(await isStillWanted(db, due))) return { result: 'unwanted', answer: '', sentence: m.outbox_unwanted }
    if (due.late) return { result: 'late', answer: '', sentence: m.outbox_late }
    const letter = opened(secret, due)
    if (!letter) return { result: 'late', answer: '', sentence: m.outbox_unreadable }
    try {
      const sender: Sender = { db, secret, folder, ask }
      const { answer, ...delivery } = await (due.channel === 'mail' ? sendMail : sendSms)(sender, letter)
      // A server may repeat the message in its answer. PostgreSQL takes no NUL.
      const safe = letter.code === '' ? answer : answer.replaceAll(letter.code, '***')
      return { ...delivery, answer: safe.replaceAll('\0', '') }
    } catch (error) {
      log.error({ message: due.id, err: loggable(error) }, 'the outbox failed to send a message')
      return { result: 'again', answer: '', sentence: m.outbox_fault }
    }
  }
}

/** The content of a message; undefined when it was sealed with another secret. */
function opened(secret: string, { sealed, recipient, messageId, createTime }: Due): Letter | undefined {
  const text = unseal(secret, SEALED_FOR, sealed)
  if (text === undefined) return undefined
  // Seam: only sendMessage seals for this purpose.
  return { ...(JSON.parse(text) as Composed), recipient, messageId, time: new Date(createTime) }
}
