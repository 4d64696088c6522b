import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { passwords } from './passwords.ts'

const root = join(import.meta.dirname, '../..')

/** The exit code of a process (null when a signal ended it or it never started) and all of its output. */
export interface Finished {
  code: number | null
  output: string
}

/** A running process of the built product. */
export interface Product {
  pid: number
  /** Its base URL, without a trailing slash. */
  url: string
  output(): string
  kill(signal: NodeJS.Signals): void
  finished: Promise<Finished>
}

export interface ProductOptions {
  dataDir: string
  env?: Record<string, string>
  /** Command and arguments to put before node's, to run it with other permissions. */
  prefix?: string[]
}

/** A running process of one of the project's scripts. */
export interface Running {
  child: ChildProcess
  output(): string
  finished: Promise<Finished>
}

/** Runs one of the project's scripts as users do, but without npm, so that the test sees how the script itself ends. */
export function runScript(name: string, args: string[], { dataDir, env = {}, prefix = [] }: ProductOptions): Running {
  const [file = '', ...rest] = [...prefix, process.execPath, join(root, 'scripts', `${name}.ts`), ...args]
  const child = spawn(file, rest, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only PATH and HOME come from the tests' environment. Other variables set there must not affect the product.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: 'localhost',
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
  // When the test runner stops half-way, the child process ends too.
  const takeAlong = () => void child.kill('SIGKILL')
  process.once('exit', takeAlong)
  finished.then(() => process.off('exit', takeAlong))
  return { child, finished, output: () => text }
}

/** Resolves with the product as soon as it serves. @throws Error with its output when it ends instead */
export async function untilReady({ child, finished, output }: Running): Promise<Product> {
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /ready: (\S+)/.exec(output())?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    })
    finished.then((result) => reject(new Error(`It ended with ${result.code}:\n${result.output}`)))
  })
  return { pid: child.pid ?? 0, url, output, kill: (signal) => void child.kill(signal), finished }
}
