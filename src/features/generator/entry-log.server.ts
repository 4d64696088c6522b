import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import { isStalePlan } from '#src/db/prepared-client.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { statusMessage } from '#src/lib/status-message.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { databaseTrouble } from '#src/server/database-trouble.server.ts'
import { AppError } from '#src/server/errors.server.ts'

// Logs of work whose entry is written beside its transaction before it begins, so that work that breaks off is seen.
// Their tables have `id`, `state` and `message`.

/** The first key of the advisory lock of a generation that runs. The second one is the id of its entry. */
export const GENERATION_LOCK = 4_172_021

/** An entry that has begun. `lock` is the first key of the advisory lock that its work holds. */
type Begun = { table: PgTable; id: number; lock: number }

/** Does the work of an entry in a transaction. The entry gets its result inside of it, or beside when it fails. */
export async function workWithEntry<T>(
  { db, tx }: { db: Database; tx: Db },
  { table, id, lock }: Begun,
  work: () => Promise<T>,
): Promise<T> {
  const settled = (state: 'success' | 'error', message = ''): SQL =>
    sql`update ${table} set state = ${state}, message = ${message} where id = ${id}`
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}, ${id}::int)`)
  try {
    const done = await work()
    await tx.execute(settled('success'))
    return done
  } catch (error) {
    // The transaction runs once more, with an entry of its own.
    const ending = isStalePlan(error) ? sql`delete from ${table} where id = ${id}` : settled('error', reasonFor(error))
    await besideOf(db).execute(ending)
    throw error
  }
}

/** Why a piece of work failed, in the language of the request: all that is wrong with its fields, or the message. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof AppError)) return databaseTrouble(error, true)?.message ?? statusMessage(500)
  const errors = v.safeParse(fieldErrors, error.data)
  const said = errors.success ? Object.values(errors.output.errors).flat() : []
  return (said.join('\n') || error.message).slice(0, 2000)
}

const fieldErrors = v.object({ errors: v.record(v.string(), v.array(v.string())) })

/**
 * Entries as a list shows them: one that has begun and whose work does not run has ended with its process.
 * @param interrupted what is said of such an entry
 */
export async function shownEntries(db: Db, lock: number, rows: readonly Row[], interrupted: string): Promise<Row[]> {
  const begun = rows.flatMap(({ id, state }) => (state === 'start' ? [id] : []))
  const running = await runningEntries(db, lock, begun)
  return rows.map((row) => {
    const ended = row.state === 'start' ? !running.has(row.id) : row.state === 'error' && row.message === ''
    return ended ? { ...row, state: 'error', message: interrupted } : row
  })
}

/**
 * Gives entries their result whose work has ended with its process, so that a search for failures finds them. They have
 * no message: each reader is told in their own language. Work that begins just now writes its own result later.
 */
export async function endInterrupted(db: Db, table: PgTable, lock: number): Promise<void> {
  await db.execute(sql`
    update ${table} set state = 'error' where state = 'start' and not exists (
      select from pg_locks where locktype = 'advisory' and classid = ${lock} and objid = id::oid
        and database = (select oid from pg_database where datname = current_database()))`)
}

/** The titles of entries, which are stored in both languages, in that of the reader. */
export function inOwnLanguage(rows: readonly Row[]): Row[] {
  return rows.map((row) => (getLocale() === 'en' && row.titleEn ? { ...row, title: row.titleEn } : row))
}

/** The entries among these whose work runs now, in whatever process. */
async function runningEntries(db: Db, lock: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    select objid::bigint as id from pg_locks
    where locktype = 'advisory' and classid = ${lock} and objid = any (${sql.param([...ids])}::oid[])
      and database = (select oid from pg_database where datname = current_database())`)
  return new Set(rows.map(({ id }) => Number(id)))
}
