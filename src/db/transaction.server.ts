import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Db } from './client.server.ts'

/** Settings of the database that hold until the transaction ends. */
export type LocalSettings = Record<string, string>

/**
 * Runs `work` in a transaction that begins with settings of its own, both in one round trip.
 * @param more an expression whose value is wanted with them, as text
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
    // A connection that cannot even roll back is of no use to the next one.
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
  // Seam: for several statements the driver answers with several results, which its types do not say.
  const results = (await client.query(`begin; select ${[...set, more].join(', ')}`)) as unknown as pg.QueryArrayResult[]
  const [row] = results[1]?.rows ?? []
  return String(Object.values(row ?? {}).at(-1))
}
