import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import type { PoolWork } from '#src/db/patient-client.server.ts'
import { freshDatabase } from './database.ts'

/** Opens a database that only this test has. At the end of the test it is closed and dropped. */
export async function openFresh(max: number, work?: Partial<PoolWork>): Promise<Database> {
  const { url, drop } = await freshDatabase()
  const db = openDatabase(url, max, work)
  onTestFinished(async () => {
    await db.$client.end()
    await drop()
  })
  return db
}
