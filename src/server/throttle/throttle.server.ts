import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { throttle } from '#src/db/guard.table.server.ts'
import { runNamed, runStatement } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type AppError, tooMany } from '../errors.server.ts'
import {
  type Admission,
  admit,
  begun,
  type Counter,
  failed,
  LOST_SECONDS,
  limitOf,
  type Policy,
  released,
  settled,
} from './throttle-rules.ts'
import { nextTurn, turnOver } from './throttle-turns.server.ts'

/** A key whose failures are counted, and its policy. */
export type Throttled = { key: string; policy: Policy }

/** Milliseconds that an attempt waits for others under way before it is refused. */
const PATIENCE_MS = 15_000
/** Maximum parallel attempts that the column can count. It applies where a policy sets no limit. */
const MOST_AT_ONCE = 2 ** 31 - 1
/** Hours after which an unused counter is removed, whatever the policy. */
const KEEP_HOURS = 24

/** A key for what is counted. It is a hash, so that the typed values are not stored. */
export function throttleKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Starts an attempt at all its keys together, before anything is verified. It waits while attempts under way could use
 * up the remaining limit.
 * @param proven whether a captcha was solved for this attempt
 */
export async function beginAttempt(
  db: Database,
  counted: readonly Throttled[],
  proven: boolean,
): Promise<Exclude<Admission, { kind: 'busy' }>> {
  if (await beginClean(db, counted, proven)) return { kind: 'go' }
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

/**
 * Starts an attempt in one statement, when nothing has failed and every key has room for one more. This is nearly
 * always true. Otherwise it changes nothing, and the rules decide.
 */
async function beginClean(db: Database, counted: readonly Throttled[], proven: boolean): Promise<boolean> {
  const limits = counted.map(({ policy }) => Math.min(limitOf(policy, proven), MOST_AT_ONCE))
  if (limits.some((limit) => limit < 1)) return false
  const taken = new Set((await runStatement(db, cleanText, [keysOf(counted), limits])).map(([key]) => key))
  if (taken.size === counted.length) return true
  // Another attempt was faster at one of the keys. The attempts taken at the others are given back.
  const back = counted.filter(({ key }) => taken.has(key))
  if (back.length > 0) await change(db, back, released)
  return false
}

/** Ends an attempt that failed, or that has no result. */
export async function endAttempt(db: Database, counted: readonly Throttled[], outcome: 'failed' | 'released') {
  await change(db, counted, (counter, policy, now) =>
    outcome === 'failed' ? failed(released(counter), policy, now) : released(counter),
  )
  turnOver(counted[0]?.key ?? '')
}

/** Ends a successful attempt. The counters of `own` are removed; those of `others` lose only the attempt under way. */
export async function succeedAttempt(db: Database, own: readonly Throttled[], others: readonly Throttled[]) {
  await runStatement(db, doneText, [keysOf(own), keysOf(others)])
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

/** The current failures of each key, and the seconds to wait. It changes nothing. */
export async function lookAt(db: Db, counted: readonly Throttled[]): Promise<{ failures: number[]; wait: number }> {
  const rows = await runNamed<Row>(db, lookText, [keysOf(counted)])
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

/** The error 429 with a message about the time to wait. @param seconds the time to wait */
export function tooManyAttempts(seconds: number): AppError {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return tooMany(whole, m.error_429Seconds({ seconds: whole }))
  if (whole <= 7200) return tooMany(whole, m.error_429Minutes({ minutes: Math.ceil(seconds / 60) }))
  return tooMany(whole, m.error_429Hours({ hours: Math.ceil(seconds / 3600) }))
}

/** Removes counters that have expired. */
export async function purgeThrottle(db: Db): Promise<void> {
  await db.delete(throttle).where(lt(throttle.updateTime, sql`now() - make_interval(hours => ${KEEP_HOURS})`))
}

type Held = { counter: Counter; policy: Policy }
type Row = Counter & { key: string; now: number }

// These statements are written out, because every sign-in runs them: see src/db/statement.server.ts.
const epoch = (time: string) => `extract(epoch from ${time})::float8`
const fields = `key, failures, pending, ${epoch('pending_time')} as "pendingTime", ${epoch('count_time')} as "countTime",
    ${epoch('blocked_until')} as "blockedUntil", ${epoch('clock_timestamp()')} as now`

const lookText = `select ${fields} from throttle where key = any($1::text[])`

const clean = `t.failures = 0 and t.blocked_until <= clock_timestamp() and t.pending < g.most
    and (t.pending = 0 or t.pending_time > clock_timestamp() - interval '${LOST_SECONDS} s')`

/**
 * This commit does not wait for the disk. After a crash of the database an attempt that has ended may count as under
 * way, and the failures before a success as not forgotten. Both end by themselves. A failure is always written at once.
 */
const HURRIED = `set_config('synchronous_commit', 'off', true)`

// Takes all keys or none, except for rows that change in between. The first look takes no locks, so each row is checked
// again under its lock. Here too, keys are locked in their order, whether their rows exist or are new.
const cleanText = `with given as materialized (select *, ${HURRIED} from unnest($1::text[], $2::int[]) g (key, most)),
  seen as materialized (select ${clean} as good from throttle t join given g using (key))
  insert into throttle as t (key, pending, pending_time, count_time)
    select key, 1, clock_timestamp(), clock_timestamp() from given where not exists (select from seen where not good) order by key collate "C"
  on conflict (key) do update set pending = t.pending + 1, pending_time = excluded.pending_time,
      count_time = excluded.count_time, update_time = excluded.pending_time
    where (select ${clean} from given g where g.key = t.key)
  returning key`

// Creates missing rows, and locks all rows in the order of the given keys.
const takeText = `insert into throttle (key) select unnest($1::text[])
  on conflict (key) do update set update_time = clock_timestamp() returning ${fields}`

// Rows are always locked in the order of the keys, or two statements could wait for each other. sort() gives the same
// order.
const doneText = `with held as materialized (select key, ${HURRIED} from throttle where key = any($1::text[]) or key = any($2::text[])
    order by key collate "C" for update),
  gone as (delete from throttle t using held where t.key = held.key and t.key = any($1::text[]))
  update throttle t set pending = greatest(t.pending - 1, 0) from held where t.key = held.key and t.key = any($2::text[])`

const putText = `update throttle t set failures = n.failures, pending = n.pending, pending_time = to_timestamp(n.pending_time),
    count_time = to_timestamp(n.count_time), blocked_until = to_timestamp(n.blocked_until)
  from unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::float8[], $6::float8[])
    n (key, failures, pending, pending_time, count_time, blocked_until)
  where t.key = n.key`

/**
 * Reads the counters under their row locks and writes the result of `next` for each. If `next` returns undefined, the
 * counter stays as it is. Rows are locked in the order of their keys, so that two changes never wait for each other.
 */
function change(
  db: Database,
  counted: readonly Throttled[],
  next: (counter: Counter, policy: Policy, now: number, all: readonly Held[]) => Counter | undefined,
): Promise<{ before: Held[]; now: number }> {
  const policies = new Map(counted.map(({ key, policy }) => [key, policy]))
  return db.transaction(async (tx) => {
    const rows = await runNamed<Row>(tx, takeText, [[...policies.keys()].sort()])
    const now = rows[0]?.now ?? 0
    const held = rows.flatMap((row) => {
      const policy = policies.get(row.key)
      return policy ? [{ key: row.key, counter: row, policy }] : []
    })
    const changed = held.flatMap(({ key, counter, policy }) => {
      const after = next(counter, policy, now, held)
      return after ? [{ ...after, key }] : []
    })
    if (changed.length > 0) {
      const all = <K extends keyof Counter | 'key'>(name: K) => changed.map((row) => row[name])
      await runStatement(tx, putText, [
        all('key'),
        all('failures'),
        all('pending'),
        all('pendingTime'),
        all('countTime'),
        all('blockedUntil'),
      ])
    }
    return { before: held, now }
  })
}

/** The strictest admission of all keys. */
function verdict(all: readonly Held[], now: number, proven: boolean): Admission {
  const words = all.map(({ counter, policy }) => admit(counter, policy, now, proven))
  const waits = words.flatMap((word) => (word.kind === 'wait' ? [word.seconds] : []))
  if (waits.length > 0) return { kind: 'wait', seconds: Math.max(...waits) }
  return words.find(({ kind }) => kind === 'captcha') ?? words.find(({ kind }) => kind === 'busy') ?? { kind: 'go' }
}

function keysOf(counted: readonly Throttled[]): string[] {
  return counted.map(({ key }) => key)
}
