import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Db } from './client.server.ts'
import { PatientClient } from './patient-client.server.ts'
import { isStalePlan } from './prepared-client.server.ts'

/** Database settings that apply until the transaction ends. */
export type LocalSettings = Record<string, string>

/**
 * Runs `work` in a transaction that begins with the time limits of its pool and with its own settings, which come
 * first. All take one round trip. When a table has changed since a statement was prepared, the transaction runs once
 * more.
 * @param more an SQL expression; `work` gets its value as text
 */
export async function transactionWith<T>(
  db: Database,
  settings: LocalSettings,
  more: string,
  work: (tx: Db, value: string) => Promise<T>,
): Promise<T> {
  try {
    return await runTransaction(db, settings, more, work)
  } catch (error) {
    if (!isStalePlan(error)) throw error
    return runTransaction(db, settings, more, work)
  }
}

/** Runs reads of very many rows: each may take as long as a write. Nothing can be written. */
export function longRead<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  return transactionWith(db, { transaction_read_only: 'on' }, 'null', work)
}

async function runTransaction<T>(
  db: Database,
  settings: LocalSettings,
  more: string,
  work: (tx: Db, value: string) => Promise<T>,
): Promise<T> {
  const { limits } = db.$client.work
  const client = await db.$client.connect()
  const patient = client instanceof PatientClient ? client : undefined
  let failure: Error | undefined
  try {
    patient?.allow(limits.write)
    const timed = {
      statement_timeout: String(limits.write),
      lock_timeout: String(limits.lock),
      idle_in_transaction_session_timeout: String(limits.idle),
      ...settings,
    }
    const value = await begin(client, timed, more)
    const answer = await work(drizzle({ client, casing: 'snake_case' }), value)
    await client.query('commit')
    return answer
  } catch (error) {
    // If the rollback fails too, the connection is broken. `release` then removes it from the pool.
    await client.query('rollback').catch((reason: Error) => (failure = reason))
    throw error
  } finally {
    patient?.allow(limits.read)
    client.release(failure)
  }
}

async function begin(client: pg.PoolClient, settings: LocalSettings, more: string): Promise<string> {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${client.escapeLiteral(name)}, ${client.escapeLiteral(value)}, true)`,
  )
  // Seam: for several statements the driver returns several results, but its types do not say so.
  const results = (await client.query(`begin; select ${[...set, more].join(', ')}`)) as unknown as pg.QueryArrayResult[]
  const [row] = results[1]?.rows ?? []
  return String(Object.values(row ?? {}).at(-1))
}
