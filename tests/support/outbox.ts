import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { readAllowedHosts } from '#src/lib/allowed-hosts.ts'
import type { Config } from '#src/server/config.server.ts'
import { Outbox } from '#src/server/outbox/outbox.server.ts'
import { type NewMessage, sendMessage } from '#src/server/outbox/send-message.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'
import { seal } from '#src/server/seal.server.ts'
import { startApi, type TestApi } from './api.ts'
import { secret } from './deps.ts'

/** Stores settings of the site, as the configuration does. Secrets come in plain text. */
export async function configure({ db }: Pick<TestApi, 'db'>, settings: Partial<Config>): Promise<void> {
  for (const [name, given] of Object.entries(settings)) {
    const sealed = ['smtpPassword', 'smsSecret'].includes(name) && given !== ''
    const value = sealed ? seal(secret, name, String(given)) : given
    await db
      .insert(config)
      .values({ name, group: 'test', value })
      .onConflictDoUpdate({ target: config.name, set: { value } })
  }
}

/** Makes an outbox as a process has one. It sends when the test calls `round`. */
export function outboxOf({ db }: Pick<TestApi, 'db'>, own: string = secret) {
  const folder = join(mkdtempSync(join(tmpdir(), 'yardstick-outbox-')), 'outbox')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const ask = outgoingClient({ allowed: readAllowedHosts('127.0.0.1,localhost') ?? [], log })
  const outbox = new Outbox({ db, log, secret: own, folder, ask })
  return { outbox, folder, lines }
}

const letter: NewMessage = {
  channel: 'mail',
  event: 'user_retrieve_pwd',
  language: 'en',
  recipient: 'wang@school.test',
  values: { code: '481516', minutes: '10' },
  seconds: 600,
}

/** Starts the API with an outbox and these settings. */
export async function startOutbox(settings: Partial<Config>) {
  const api = await startApi()
  await configure(api, settings)
  const own = outboxOf(api)
  return {
    ...api,
    ...own,
    put: (message: Partial<NewMessage> = {}) =>
      api.db.transaction((tx) => sendMessage(tx, secret, { ...letter, ...message })),
    read: async (id: number) => {
      const [row] = await api.db.select().from(messageOut).where(eq(messageOut.id, id))
      if (!row) throw new Error(`there is no message ${id}`)
      return row
    },
    /** Ends every pause, or with it every attempt of a process that has died. */
    passTime: async (state: 'waiting' | 'sending' = 'waiting') => {
      await api.db.update(messageOut).set({ nextTime: sql`now()` }).where(eq(messageOut.state, state))
    },
  }
}
