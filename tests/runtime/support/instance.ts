import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { quickDirectory } from '../../support/memory.ts'
import { copyData, copyPrepared } from '../../support/prepared.ts'
import {
  type Finished,
  type Product,
  type ProductOptions,
  type Running,
  runScript as run,
  untilReady,
} from '../../support/product.ts'

const remove = (directory: string) => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/** Makes a directory on the disk that is deleted after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-runtime-'))
  onTestFinished(() => remove(directory))
  return directory
}

/**
 * Makes a directory in memory that is deleted after the test. For new databases in tests that are not about the disk:
 * there, each migration waits for it.
 */
export async function quickPlace(): Promise<string> {
  const directory = await openQuickDirectory()
  onTestFinished(() => remove(directory))
  return directory
}

async function openQuickDirectory(): Promise<string> {
  const directory = await quickDirectory('yardstick-runtime')
  // The database server's user must be able to enter the directory.
  await chmod(directory, 0o711)
  return directory
}

/**
 * Makes a data directory in the state after a first start. For tests that test neither the first start nor the disk.
 */
export async function preparedDirectory(): Promise<string> {
  const directory = await quickPlace()
  await copyPrepared(directory)
  return directory
}

/** Copies a data directory without a running process, for one test. */
export async function copiedDirectory(dataDir: string): Promise<string> {
  const directory = await quickPlace()
  await copyData(dataDir, directory)
  return directory
}

/**
 * Starts an instance in `beforeAll`, for what all tests of a file share. `beforeAll` returns its `end`. `directory` is
 * for what is not part of the instance.
 * @param fill fills the data directory; by default with the state after a first start
 */
export async function sharedInstance(fill: (dataDir: string) => Promise<void> = copyPrepared) {
  const [dataDir, directory] = [await openQuickDirectory(), await openQuickDirectory()]
  await fill(dataDir)
  const running = run('start', [], { dataDir })
  const end = async () => {
    running.child.kill('SIGKILL')
    await running.finished
    await Promise.all([remove(dataDir), remove(directory)])
  }
  return { dataDir, directory, product: await untilReady(running), end }
}

/** Starts the built product. Resolves when it serves. @throws Error with its output when it ends instead */
export function startInstance(options: ProductOptions): Promise<Product> {
  return untilReady(endWithTest(run('start', [], options)))
}

/** Runs one of the project's scripts to its end. */
export function runScript(name: string, args: string[], options: ProductOptions): Promise<Finished> {
  return endWithTest(run(name, args, options)).finished
}

/** Starts one of the project's scripts, and ends it with the test. */
export function startScript(name: string, args: string[], options: ProductOptions): Running {
  return endWithTest(run(name, args, options))
}

function endWithTest(running: Running): Running {
  const { child, finished } = running
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await finished
  })
  return running
}

/** Runs SQL on the embedded database of a data directory, whether or not an instance runs on it. */
export async function query<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const database = await openEmbedded({ dataDir, log: () => undefined })
  try {
    return await queryAt<Row>(database.url, sql)
  } finally {
    await database.stop()
  }
}

/** Connects to the embedded database of a running instance. The connection closes after the test. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const { url } = await openEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client({ connectionString: url })
  // The instance ends before the test does, which breaks the connection.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Runs SQL on the database at a URL. */
export async function queryAt<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
