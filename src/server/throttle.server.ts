import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { throttle } from '#src/db/guard.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type AppError, tooMany } from './errors.server.ts'
import { type Admission, admit, begun, type Counter, failed, type Policy, released, settled } from './throttle-rules.ts'
import { nextTurn, turnOver } from './throttle-turns.server.ts'

/** Something that failures are counted for. */
export type Throttled = { key: string; policy: Policy }

/** How long attempts wait for others under way before they are sent away. */
const PATIENCE_MS = 15_000
/** What nobody has failed at for a day is forgotten whatever the policy. */
const KEEP_HOURS = 24

/** A key that says what is counted, without keeping what was typed. */
export function throttleKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Begins an attempt at all its keys together, before anything is verified. Waits while attempts under way could use up
 * what is left.
 * @param proven a captcha was solved for this attempt
 */
export async function beginAttempt(
  db: Database,
  counted: readonly Throttled[],
  proven: boolean,
): Promise<Exclude<Admission, { kind: 'busy' }>> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await change(db, counted, (counter, policy, now, all) =>
      verdict(all, now, proven).kind === 'go' ? begun(counter, policy, now) : undefined,
    )
    const admission = verdict(answer.before, answer.now, proven)
    if (admission.kind !== 'busy') return admission
    if (Date.now() > deadline || !(await nextTurn(counted[0]?.key ?? ''))) return { kind: 'wait', seconds: 1 }
  }
}

/** Ends an attempt: failed, or without a verdict. */
export async function endAttempt(db: Database, counted: readonly Throttled[], outcome: 'failed' | 'released') {
  await change(db, counted, (counter, policy, now) =>
    outcome === 'failed' ? failed(released(counter), policy, now) : released(counter),
  )
  turnOver(counted[0]?.key ?? '')
}

/** Ends an attempt that went well: what was counted behind `own` is forgotten, the others only get the attempt back. */
export async function succeedAttempt(db: Db, own: readonly Throttled[], others: readonly Throttled[]) {
  // Locked in the order of the keys, like everywhere, or two could wait for each other.
  await db.execute(sql`with held as materialized (select key from ${throttle}
      where ${inArray(throttle.key, keysOf([...own, ...others]))} order by key for update),
    gone as (delete from ${throttle} t using held where t.key = held.key and ${inArray(sql`t.key`, keysOf(own))})
    update ${throttle} t set pending = greatest(t.pending - 1, 0) from held
    where t.key = held.key and ${inArray(sql`t.key`, keysOf(others))}`)
  turnOver(own[0]?.key ?? '')
}

/** Counts one failure (or one use) outside of attempts. @throws AppError 429 when the key has to wait */
export async function countFailure(db: Database, one: Throttled): Promise<void> {
  const { before, now } = await change(db, [one], (counter, policy, time) =>
    counter.blockedUntil > time ? undefined : failed(counter, policy, time),
  )
  const state = before[0]?.counter
  if (state && state.blockedUntil > now) throw tooManyAttempts(state.blockedUntil - now)
}

/** The failures that count now, and how many seconds to wait, without changing anything. */
export async function lookAt(db: Db, counted: readonly Throttled[]): Promise<{ failures: number[]; wait: number }> {
  const rows = await db
    .select({ ...columns, now: seconds(sql`clock_timestamp()`) })
    .from(throttle)
    .where(inArray(throttle.key, keysOf(counted)))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const now = rows[0]?.now ?? 0
  const waits = rows.map((row) => Math.ceil(row.blockedUntil - now))
  return {
    failures: counted.map(({ key, policy }) => {
      const row = byKey.get(key)
      return row ? settled(row, policy, now).failures : 0
    }),
    wait: Math.max(0, ...waits),
  }
}

/** The refusal that says how long to wait. */
export function tooManyAttempts(seconds: number): AppError {
  const [whole, minutes] = [Math.max(1, Math.ceil(seconds)), Math.ceil(seconds / 60)]
  return tooMany(whole, whole < 60 ? m.error_429Seconds({ seconds: whole }) : m.error_429Minutes({ minutes }))
}

/** Removes counters that have run out. */
export async function purgeThrottle(db: Db): Promise<void> {
  await db.delete(throttle).where(lt(throttle.updateTime, sql`now() - make_interval(hours => ${KEEP_HOURS})`))
}

type Held = { counter: Counter; policy: Policy }

/**
 * Reads the counters under their row locks and writes what `next` makes of each; undefined leaves all as they are.
 * Rows are taken in the order of their keys, so that two changes never wait for each other.
 */
function change(
  db: Database,
  counted: readonly Throttled[],
  next: (counter: Counter, policy: Policy, now: number, all: readonly Held[]) => Counter | undefined,
): Promise<{ before: Held[]; now: number }> {
  const policies = new Map(counted.map(({ key, policy }) => [key, policy]))
  return db.transaction(async (tx) => {
    const rows = await tx
      .insert(throttle)
      .values([...policies.keys()].sort().map((key) => ({ key })))
      .onConflictDoUpdate({ target: throttle.key, set: { updateTime: sql`clock_timestamp()` } })
      .returning({ ...columns, now: seconds(sql`clock_timestamp()`) })
    const now = rows[0]?.now ?? 0
    const held = rows.flatMap((row) => {
      const policy = policies.get(row.key)
      return policy ? [{ key: row.key, counter: row, policy }] : []
    })
    const changed = held.flatMap(({ key, counter, policy }) => {
      const after = next(counter, policy, now, held)
      return after
        ? [
            sql`(${key}, ${after.failures}::int, ${after.pending}::int, to_timestamp(${after.pendingTime}),
        to_timestamp(${after.countTime}), to_timestamp(${after.blockedUntil}))`,
          ]
        : []
    })
    if (changed.length > 0) {
      await tx.execute(sql`update ${throttle} t set failures = n.failures, pending = n.pending, pending_time = n.pending_time,
        count_time = n.count_time, blocked_until = n.blocked_until
        from (values ${sql.join(changed, sql`, `)}) n (key, failures, pending, pending_time, count_time, blocked_until)
        where t.key = n.key`)
    }
    return { before: held, now }
  })
}

/** The strictest word of all keys. */
function verdict(all: readonly Held[], now: number, proven: boolean): Admission {
  const words = all.map(({ counter, policy }) => admit(counter, policy, now, proven))
  const waits = words.flatMap((word) => (word.kind === 'wait' ? [word.seconds] : []))
  if (waits.length > 0) return { kind: 'wait', seconds: Math.max(...waits) }
  return words.find(({ kind }) => kind === 'captcha') ?? words.find(({ kind }) => kind === 'busy') ?? { kind: 'go' }
}

function keysOf(counted: readonly Throttled[]): string[] {
  return counted.map(({ key }) => key)
}

function seconds(time: unknown) {
  return sql<number>`extract(epoch from ${time})::float8`
}

const columns = {
  key: throttle.key,
  failures: throttle.failures,
  pending: throttle.pending,
  pendingTime: seconds(throttle.pendingTime),
  countTime: seconds(throttle.countTime),
  blockedUntil: seconds(throttle.blockedUntil),
}
