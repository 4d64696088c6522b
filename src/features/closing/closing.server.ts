import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { closingRequest } from '#src/db/closing.table.server.ts'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type ClosingReader, lockReader, mailClosing } from './closing-mail.server.ts'

const isWaiting = (accountId: number) => eq(closingRequest.waitingId, accountId)

/** What the member sees: what there is to lose, how long the time to think is, and what became of the last request. */
export async function ownClosing(db: Db, accountId: number) {
  const { closingDays: days } = await readConfig(db, ['closingDays'])
  const [held] = await db
    .select({ money: memberBalance.money, score: memberBalance.score })
    .from(memberBalance)
    .where(eq(memberBalance.accountId, accountId))
  const [last] = await db
    .select({
      state: closingRequest.state,
      askTime: closingRequest.createTime,
      dueTime: closingRequest.dueTime,
      answer: closingRequest.answer,
      endTime: closingRequest.endTime,
    })
    .from(closingRequest)
    .where(eq(closingRequest.accountId, accountId))
    .orderBy(desc(closingRequest.id))
    .limit(1)
  const { state } = last ?? {}
  const request = last && (state === 'waiting' || state === 'refused') ? { ...last, state } : null
  return { days, money: held?.money ?? 0, score: held?.score ?? 0, request }
}

/** Asks for the own account to be closed after the time to think. @throws AppError 409 while a request waits */
export async function askToClose(tx: Db, secret: string, { id }: Actor): Promise<{ dueTime: string }> {
  const reader = await demandReader(tx, id)
  if (await waitingClosing(tx, id)) throw new AppError(409, m.closing_waits())
  const { closingDays } = await readConfig(tx, ['closingDays'])
  const [made] = await tx
    .insert(closingRequest)
    .values({ accountId: id, dueTime: sql`now() + make_interval(days => ${closingDays}::int)` })
    .returning({ dueTime: closingRequest.dueTime })
  if (!made) throw new Error('insert returned no row')
  await mailClosing(tx, secret, reader, { event: 'closing_asked', time: made.dueTime, authorId: id })
  return made
}

/** Takes the own request back. @throws AppError 409 when none waits */
export async function withdrawClosing(tx: Db, secret: string, { id }: Actor): Promise<void> {
  const reader = await demandReader(tx, id)
  const time = await endRequest(tx, id, { state: 'withdrawn' })
  await mailClosing(tx, secret, reader, { event: 'closing_withdrawn', time, authorId: id })
}

/** The office keeps the account open. The caller has found the member. @throws AppError 409 when no request waits */
export async function refuseClosing(tx: Db, secret: string, actor: Actor, given: { id: number; answer: string }) {
  const { id, answer } = given
  const reader = await demandReader(tx, id)
  const time = await endRequest(tx, id, { state: 'refused', answer })
  await mailClosing(tx, secret, reader, { event: 'closing_refused', time, text: answer, authorId: actor.id })
}

/** The request of a member that waits. */
export async function waitingClosing(db: Db, id: number) {
  const [waiting] = await db
    .select({ askTime: closingRequest.createTime, dueTime: closingRequest.dueTime })
    .from(closingRequest)
    .where(isWaiting(id))
  return waiting
}

/** The member, if a request waits. The account is locked. */
export async function waitingReader(tx: Db, id: number): Promise<ClosingReader | undefined> {
  const reader = await lockReader(tx, id)
  return (await waitingClosing(tx, id)) && reader
}

async function demandReader(tx: Db, id: number): Promise<ClosingReader> {
  const reader = await lockReader(tx, id)
  // It was deleted a moment ago.
  if (!reader) throw new AppError(401)
  return reader
}

/** @returns when it has ended */
async function endRequest(tx: Db, id: number, end: { state: 'withdrawn' | 'refused'; answer?: string }) {
  const [ended] = await tx
    .update(closingRequest)
    .set({ ...end, endTime: sql`now()` })
    .where(isWaiting(id))
    .returning({ endTime: closingRequest.endTime })
  if (!ended) throw new AppError(409, m.closing_none())
  return ended.endTime ?? new Date().toISOString()
}
