import { chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { quickDirectory } from './memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a local HTTP endpoint that answers with a `TestServer`. Tests ask it for the database server. */
    databaseDoor: number
  }
}

/** The database server of a test run. */
export interface TestServer {
  /** URL of the server's own database. */
  url: string
  /** The migrated and seeded database that every test database is a copy of. It must have no connections. */
  template: string
}

interface Started extends TestServer {
  stop(): Promise<void>
}

/** Starts only the HTTP endpoint. The first test that asks for a database starts the server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Started> | undefined
  const door = createServer((_request, response) => {
    started ??= startServer()
    started.then(
      ({ url, template }) => response.end(JSON.stringify({ url, template } satisfies TestServer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject)
    door.listen(0, '127.0.0.1', resolve)
  })
  const address = door.address()
  if (!address || typeof address === 'string') throw new Error('The door has no port.')
  project.provide('databaseDoor', address.port)
  return async () => {
    door.close()
    door.closeAllConnections()
    // A failed start was already reported to the tests that asked.
    const server = await started?.catch(() => undefined)
    await server?.stop()
  }
}

/** Starts a database server on a copy of the prepared data directory. */
async function startServer(): Promise<Started> {
  const [{ copyPrepared }, { startEmbedded }] = await Promise.all([
    import('./prepared.ts'),
    import('#src/db/embedded/embedded.server.ts'),
  ])
  const dataDir = await quickDirectory('yardstick-test')
  const remove = () => rm(dataDir, { recursive: true, force: true })
  // The database server's user must be able to enter the directory.
  await chmod(dataDir, 0o711)
  try {
    await copyPrepared(join(dataDir, 'data'))
    const server = await startEmbedded({
      dataDir: join(dataDir, 'data'),
      log: () => undefined,
      // No data has to outlive the tests. The durability tests start servers of their own.
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        max_wal_size: '128MB',
        // Creating and dropping a database looks through all of them.
        shared_buffers: '256MB',
        // Autovacuum workers connect to the template at any time. It can be copied only without connections.
        autovacuum: 'off',
      },
    })
    await describeCatalog(server.url)
    return {
      url: server.url.replace('/yardstick?', '/postgres?'),
      template: 'yardstick',
      stop: () => server.stop().finally(remove),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Lets the template get the file in which the server keeps the description of its catalog. Its copies have it from the
 * beginning then; otherwise the first connections to each would make it anew.
 */
async function describeCatalog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}
