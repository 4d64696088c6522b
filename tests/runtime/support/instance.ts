import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { passwords } from '../../support/passwords.ts'

const root = join(import.meta.dirname, '../../..')

export interface Finished {
  code: number | null
  output: string
}

export interface Instance {
  pid: number
  /** Where it serves, without a slash at the end. */
  url: string
  output(): string
  kill(signal: NodeJS.Signals): void
  finished: Promise<Finished>
}

interface Options {
  dataDir: string
  env?: Record<string, string>
  /** Words to put before node's, for other rights. */
  prefix?: string[]
}

/** A directory that goes away with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-runtime-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return directory
}

/** Starts the built product and resolves when it serves; throws what it said when it ends instead. */
export async function startInstance(options: Options): Promise<Instance> {
  const { child, finished, output } = run('start', [], options)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /ready: (\S+)/.exec(output())?.[1]
      if (address) resolve(address)
    })
    finished.then((result) => reject(new Error(`It ended with ${result.code}:\n${result.output}`)))
  })
  return { pid: child.pid ?? 0, url, output, kill: (signal) => void child.kill(signal), finished }
}

/** Runs one of the project's scripts to its end. */
export function runScript(name: string, args: string[], options: Options): Promise<Finished> {
  return run(name, args, options).finished
}

function run(name: string, args: string[], { dataDir, env = {}, prefix = [] }: Options) {
  const [file = '', ...rest] = [...prefix, process.execPath, join(root, 'scripts', `${name}.ts`), ...args]
  const child = spawn(file, rest, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Of the tests' own environment only what finds programs: a variable that is set here must change nothing there.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_PASSWORD: passwords.admin,
      MEMBER_PASSWORD: passwords.member,
      ...env,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  const finished = new Promise<Finished>((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output: text }))
  })
  onTestFinished(() => endChild(child, finished))
  return { child, finished, output: () => text }
}

async function endChild(child: ChildProcess, finished: Promise<Finished>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await finished
}

/** Runs SQL on the embedded database of a data directory, whether an instance runs on it or not. */
export async function query<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const database = await openEmbedded({ dataDir, log: () => undefined })
  try {
    return await queryAt<Row>(database.url, sql)
  } finally {
    await database.stop()
  }
}

/** Runs SQL on the database at an address. */
export async function queryAt<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
