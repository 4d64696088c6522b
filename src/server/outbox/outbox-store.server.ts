import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { type MessageTry, messageOut } from '#src/db/message.table.server.ts'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageEvent, MessageState } from '#src/lib/message-kinds.ts'
import { AppError } from '../errors.server.ts'

/** Seconds after which the process that sends a message counts as dead: more than an attempt may take. */
const LEASE = 90

/** Seconds until the next attempt, after each failed one. */
const PAUSES = [60, 300, 900, 3600, 21_600] as const

/** The last words to people whose accounts are closed. Nothing of them stays when they have left. */
const FORGOTTEN: readonly MessageEvent[] = ['closing_done']

export type Due = typeof messageOut.$inferSelect & { late: boolean }

/**
 * Takes messages that are due, or whose process has died; no other process gets them. Codes come first.
 * @param most maximum messages
 * @param perMinute maximum attempts of all processes in a minute
 */
export async function takeDue(db: Db, worker: string, most: number, perMinute: number): Promise<Due[]> {
  const due = sql`select id from ${messageOut}
    where state in ('waiting', 'sending') and next_time <= clock_timestamp()
    order by rank, next_time
    limit least(${most}, greatest(0, ${perMinute} - (select count(*)
      from ${messageOut} where try_time > clock_timestamp() - interval '1 minute')))
    for update skip locked`
  return db
    .update(messageOut)
    .set({
      state: 'sending',
      worker,
      attempts: sql`${messageOut.attempts} + 1`,
      tryTime: sql`clock_timestamp()`,
      nextTime: sql`clock_timestamp() + make_interval(secs => ${LEASE})`,
    })
    .where(sql`${messageOut.id} in (${due})`)
    .returning({
      ...getTableColumns(messageOut),
      late: sql<boolean>`coalesce(${messageOut.expireTime} <= clock_timestamp(), false)`,
    })
}

/** How an attempt ended. `final`: another one would end in the same way. `unwanted`: its account wants it no more. */
export type Outcome = {
  result: 'sent' | 'again' | 'final' | 'late' | 'unwanted'
  answer: string
  sentence: () => string
}

/** Records the end of an attempt, unless another process has taken the message over by now. */
export async function recordTry(db: Db, due: Due, { result, answer, sentence }: Outcome): Promise<void> {
  const pause = result === 'again' ? PAUSES[due.attempts - 1] : undefined
  const state = stateAfter(result, pause)
  const over = state !== 'waiting'
  const forgets = over && FORGOTTEN.includes(due.event)
  const said = inEachLanguage(sentence)
  const translated = said[due.language === 'en' ? 'zh-cn' : 'en']
  // An answer may name the address.
  const kept = forgets ? '' : answer
  const entry: MessageTry = { time: new Date().toISOString(), result: said[due.language], translated, answer: kept }
  await db
    .update(messageOut)
    .set({
      state,
      answer: kept,
      tries: sql`${messageOut.tries} || ${JSON.stringify([entry])}::jsonb`,
      worker: '',
      nextTime: over ? null : sql`clock_timestamp() + make_interval(secs => ${pause ?? 0})`,
      endTime: over ? sql`clock_timestamp()` : null,
      // What was refused for good may be tried again by hand, once the settings are right. A code is useless by then.
      ...(state === 'sent' || state === 'cancelled' || (over && due.expireTime !== null) ? { sealed: '' } : {}),
      ...(forgets ? { recipient: '' } : {}),
    })
    .where(
      and(
        eq(messageOut.id, due.id),
        eq(messageOut.state, 'sending'),
        eq(messageOut.worker, due.worker),
        eq(messageOut.attempts, due.attempts),
      ),
    )
}

function stateAfter(result: Outcome['result'], pause: number | undefined): MessageState {
  if (result === 'sent') return 'sent'
  if (result === 'final') return 'failed'
  if (result === 'unwanted') return 'cancelled'
  return result === 'late' || pause === undefined ? 'gaveUp' : 'waiting'
}

/** Makes messages due now, with all attempts before them. @throws AppError 409 when one cannot be sent any more */
export async function retryNow(db: Db, ids: readonly number[], visible: SQL | undefined): Promise<void> {
  await change(db, ids, visible, ['waiting', 'failed', 'gaveUp'], {
    state: 'waiting',
    attempts: 0,
    nextTime: sql`clock_timestamp()`,
    endTime: null,
  })
}

/** Ends messages that wait. @throws AppError 409 when one does not wait any more */
export async function cancelWaiting(db: Db, ids: readonly number[], visible: SQL | undefined): Promise<void> {
  await change(db, ids, visible, ['waiting'], {
    state: 'cancelled',
    sealed: '',
    recipient: sql`case when ${anyOf(messageOut.event, FORGOTTEN)} then '' else ${messageOut.recipient} end`,
    nextTime: null,
    endTime: sql`clock_timestamp()`,
  })
}

/** All of the messages are changed, or none. */
async function change(
  db: Db,
  ids: readonly number[],
  visible: SQL | undefined,
  from: MessageState[],
  values: { [K in keyof typeof messageOut.$inferInsert]?: (typeof messageOut.$inferInsert)[K] | SQL },
): Promise<void> {
  const own = [...new Set(ids)]
  const changed = await db
    .update(messageOut)
    .set(values)
    .where(and(inArray(messageOut.id, own), inArray(messageOut.state, from), sql`${messageOut.sealed} <> ''`, visible))
    .returning({ id: messageOut.id })
  if (changed.length !== own.length) throw new AppError(409, m.outbox_notNow())
}

/** Removes what has ended long ago. */
export async function purgeOutbox(db: Db, keepDays: number): Promise<void> {
  await db.delete(messageOut).where(lt(messageOut.endTime, sql`now() - make_interval(days => ${keepDays})`))
}
