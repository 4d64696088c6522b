import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { browserSession, token } from '#src/db/session.table.server.ts'
import { freshDatabase } from '../support/database.ts'
import { passwords } from '../support/passwords.ts'

const script = join(import.meta.dirname, '../support/backend-process.ts')

test('a hundred requests with an expired token through two processes, some cancelled: all are answered, nobody is signed out', async () => {
  const database = await freshDatabase()
  const db = openDatabase(database.url, 2)
  const processes = await Promise.all([startProcess(database.url), startProcess(database.url)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await db.$client.end()
    await database.drop()
  })
  const [one, other] = processes.map(({ url }) => url)
  const signIn = new URLSearchParams({ username: 'admin', password: passwords.admin })
  const session = await (await fetch(`${one}/sign-in?${signIn}`)).text()
  const call = (url: string | undefined, signal?: AbortSignal) =>
    fetch(`${url}/info`, { headers: { 'x-session': session }, signal })
  expect((await call(other)).status).toBe(200)

  for (let round = 0; round < 3; round += 1) {
    const before = await unused(db)
    await db.update(token).set({ expireTime: sql`now() - interval '1 s'` }).where(eq(token.kind, 'access'))
    // Another connection holds the lock of the session row, so the refreshes of both processes wait.
    const holder = await db.$client.connect()
    await holder.query('begin')
    await holder.query('select from browser_session for update')
    const answered = Promise.withResolvers<void>()
    const leavers: AbortController[] = []
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const leaving = new AbortController()
      const url = index % 2 === 0 ? one : other
      // The first calls of each process start the refresh and are among the cancelled ones. Half of the cancelled calls
      // abort during the refresh, the others while the responses arrive.
      const cancelled = index % 4 < 2 && index < 60
      if (cancelled && index % 8 < 4) leavers.push(leaving)
      else if (cancelled) void answered.promise.then(() => leaving.abort())
      const status = await call(url, leaving.signal).then(
        (answer) => {
          answered.resolve()
          return answer.status
        },
        (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
      )
      return { cancelled, status }
    })
    try {
      await expect.poll(() => waiting(db)).toBe(2)
      for (const leaver of leavers) leaver.abort()
    } finally {
      await holder.query('commit')
      holder.release()
    }
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter(({ cancelled }) => !cancelled).every(({ status }) => status === 200)).toBe(true)
    expect(outcomes.every(({ status }) => status === 200 || status === 'AbortError')).toBe(true)
    expect(outcomes.some(({ status }) => status === 'AbortError')).toBe(true)
    // Both processes together have refreshed only once per round.
    const fresh = await unused(db)
    expect(fresh).toHaveLength(1)
    const inUse = await db
      .select({ hash: token.hash })
      .from(token)
      .where(and(sql`${token.firstUseTime} is not null`, isNull(token.spentTime)))
    expect(inUse).toEqual(before)
  }
  expect(await db.select().from(browserSession)).toHaveLength(1)
  expect((await Promise.all([call(one), call(other)])).map(({ status }) => status)).toEqual([200, 200])
})

/** The refresh tokens that were never exchanged. */
function unused(db: Database) {
  return db
    .select({ hash: token.hash })
    .from(token)
    .where(and(eq(token.kind, 'refresh'), isNull(token.firstUseTime)))
}

/** Counts the connections that wait for a lock. Not for use in a transaction, which would always see the same count. */
async function waiting(db: Database): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

async function startProcess(databaseUrl: string) {
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret of at least thirty-two characters',
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const address = /ready (\S+?)\/?\n/.exec(text.toString())?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      child.stdin?.end()
      await once(child, 'exit')
    },
  }
}
