import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { addOrganization, bearer } from './support/http.ts'
import { queryAt, startInstance, temporaryDirectory } from './support/instance.ts'

/** Starts a database server that does not belong to the instance. @returns its URL */
async function foreignServer(): Promise<string> {
  const server = await startEmbedded({ dataDir: join(await temporaryDirectory(), 'foreign'), log: () => undefined })
  onTestFinished(server.stop)
  return server.url
}

test('DATABASE_URL is used, and no server of our own is started', async () => {
  const url = await foreignServer()
  const dataDir = await temporaryDirectory()
  const env = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }
  const instance = await startInstance({ dataDir, env })
  expect(await readdir(dataDir)).toEqual(['files', 'running.json'])
  expect(await addOrganization(instance.url, await bearer(instance.url), 'THERE')).toBe(true)
  expect(await queryAt(url, 'select code from organization')).toEqual([{ code: 'THERE' }])
  expect(await queryAt(url, `select username from account`), 'no demo member').toEqual([{ username: 'admin' }])
})

test('two processes may migrate and seed an empty database at once, and share it', async () => {
  const env = { DATABASE_URL: await foreignServer(), SESSION_SECRET: 'x'.repeat(32) }
  const [dataDir, otherDir] = [await temporaryDirectory(), await temporaryDirectory()]
  const [one, other] = await Promise.all([startInstance({ dataDir, env }), startInstance({ dataDir: otherDir, env })])
  const told = [one, other].filter((instance) => instance.output().includes('sign in as admin'))
  expect(told).toHaveLength(1)
  const token = await bearer(one.url)
  expect(await addOrganization(other.url, token, 'SHARED')).toBe(true)
})
