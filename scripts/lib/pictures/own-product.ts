import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, ScriptError } from '../main.ts'

/** A product that a script has started for itself. */
export type OwnProduct = { url: string; password: string; end(): Promise<void> }

/** Starts the built product on a new data directory, on a free port. @throws ScriptError with its output when it ends */
export async function ownProduct(): Promise<OwnProduct> {
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-pictures-'))
  // The database server's user must be able to enter the directory.
  await chmod(directory, 0o711)
  const password = 'Pictures-only-1'
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: 'localhost',
      PORT: '0',
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: '',
      ADMIN_PASSWORD: password,
      MEMBER_PASSWORD: password,
    },
  })
  const takeAlong = () => void child.kill('SIGKILL')
  process.once('exit', takeAlong)
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /ready: (\S+)/.exec(output)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then(() => reject(new ScriptError(`The product did not start:\n${output}`)))
  })
  return {
    url,
    password,
    async end() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', takeAlong)
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
