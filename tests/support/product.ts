import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { passwords } from './passwords.ts'

const root = join(import.meta.dirname, '../..')

/** How a process of ours ended, and all that it wrote. */
export interface Finished {
  code: number | null
  output: string
}

/** A process of the built product that serves. */
export interface Product {
  pid: number
  /** Where it serves, without a slash at the end. */
  url: string
  output(): string
  kill(signal: NodeJS.Signals): void
  finished: Promise<Finished>
}

export interface ProductOptions {
  dataDir: string
  env?: Record<string, string>
  /** Words to put before node's, for other rights. */
  prefix?: string[]
}

/** One of the project's scripts as a process of its own. */
export interface Running {
  child: ChildProcess
  output(): string
  finished: Promise<Finished>
}

/** Runs one of the project's scripts as people do, without npm between us and its end. */
export function runScript(name: string, args: string[], { dataDir, env = {}, prefix = [] }: ProductOptions): Running {
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
  // A runner that is stopped half-way leaves nobody behind.
  const takeAlong = () => void child.kill('SIGKILL')
  process.once('exit', takeAlong)
  finished.then(() => process.off('exit', takeAlong))
  return { child, finished, output: () => text }
}

/** The product, as soon as it serves. Throws what it said when it ends instead. */
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
