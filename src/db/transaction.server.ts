import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Db } from './client.server.ts'

/** Database settings that apply until the transaction ends. */
export type LocalSettings = Record<string, string>

/**
 * Runs `work` in a transaction that begins with its own settings. Both take one round trip.
 * @param more an SQL expression; `work` gets its value as text
 */
export async function transactionWith<T>(
  db: Database,
  settings: LocalSettings,
  more: string,
  work: (tx: Db, value: string) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect()
  let failure: Error | undefined
  try {
    const value = await begin(client, settings, more)
    const answer = await work(drizzle({ client, casing: 'snake_case' }), value)
    await client.query('commit')
    return answer
  } catch (error) {
    // If the rollback fails too, the connection is broken. `release` then removes it from the pool.
    await client.query('rollback').catch((reason: Error) => (failure = reason))
    throw error
  } finally {
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
