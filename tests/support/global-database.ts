import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { prepareDatabase } from '#src/features/prepare.server.ts'
import { passwords } from './passwords.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their databases: the address of the server's own database, and the name of the template. */
    server: { url: string; template: string }
  }
}

const template = 'yardstick_template'

/** One server for all tests, with a migrated and seeded database that each test's own is a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yardstick-test-'))
  const server = await startEmbedded({
    dataDir,
    log: () => undefined,
    // Nothing of it has to outlive the tests; the durability tests start servers of their own.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const url = server.url.replace('/yardstick?', '/postgres?')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await prepareDatabase({
    url: server.url.replace('/yardstick?', `/${template}?`),
    adminPassword: passwords.admin,
    memberPassword: passwords.member,
  })
  project.provide('server', { url, template })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
