import { once } from 'node:events'
import { Writable } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { ReadRow } from '#src/server/import/read-rows.server.ts'
import { stageRows } from '#src/server/import/stage.server.ts'
import { openFresh } from '../support/open-fresh.ts'

const IMPORT = 7
/** Several rows fit into the memory of a stream. */
const text = 'x'.repeat(3_000)

/** The stream of the COPY, and the connection on which it writes. */
function watched(pool: pg.Pool): Promise<{ copy: Writable; client: pg.PoolClient }> {
  return new Promise((resolve) => {
    pool.on('acquire', (client) => {
      const query = client.query
      client.query = (...given: unknown[]) => {
        if (given[0] instanceof Writable) resolve({ copy: given[0], client })
        return Reflect.apply(query, client, given)
      }
    })
  })
}

test('when the database ends the copy of the rows while it takes none, the import fails and the process goes on', async () => {
  const db = await openFresh(3)
  // The first row is there already, in a transaction that is open. The copy waits for its end, and takes no more rows.
  const other = await db.$client.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin')
  await other.query(`insert into import_row (import_id, row_no, values) values (${IMPORT}, 1, '{}')`)
  const copying = watched(db.$client)
  const over = Promise.withResolvers<void>()
  async function* rows(): AsyncGenerator<ReadRow[]> {
    const { copy } = await copying
    for (let row = 1; copy.writableLength < 2 * text.length; row += 1) yield [{ row, values: { text }, errors: {} }]
    // The next row takes its time to be read.
    await over.promise
  }
  const staged = stageRows(db, IMPORT, rows(), () => undefined)
  staged.catch(() => undefined)
  const { copy, client } = await copying
  const waiting = async () => {
    const { rows } = await db.$client.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'copy import_row%' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return copy.writableLength > 0 ? rows[0]?.pid : undefined
  }
  await expect.poll(waiting).toBeDefined()

  const drained = once(client.connection.stream, 'drain')
  await db.$client.query('select pg_cancel_backend($1)', [await waiting()])
  // The database reads what is left and forgets it.
  await drained
  over.resolve()
  await expect(staged).rejects.toThrow('canceling statement due to user request')
  const { rows: left } = await other.query(`select count(*)::int as count from import_row`)
  expect(left).toEqual([{ count: 1 }])
})
