import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { startLedgers } from './ledgers.ts'

/** The id of an account. */
export async function accountOf(db: Database, username: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = ${username}`)
  return Number(rows[0]?.id)
}

/** A member and another one, of whom little is kept. */
export async function startPlain() {
  const made = await startLedgers(1)
  const [member, stranger] = [await made.signIn('user'), await made.signIn('user', 'near1')]
  return { ...made, member, stranger, own: await accountOf(made.db, 'member') }
}
