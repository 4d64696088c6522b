import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLossyProxy } from './lossy-proxy.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

/** Whether this machine has PgBouncer. */
export const hasPooler = program !== undefined

/**
 * Starts PgBouncer with transaction pooling, and with fewer connections than its clients have.
 * @param url the connection string of the database
 * @returns the connection string through the pooler, and a function that stops it
 */
export async function startPooler(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (!program) throw new Error('There is no PgBouncer on this machine.')
  // The server may listen on a socket of another user. The pooler reaches it through a port.
  const door = await startLossyProxy(url)
  const target = new URL(door.url)
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-pooler-'))
  await chmod(directory, 0o755)
  const file = join(directory, 'pgbouncer.ini')
  const user = decodeURIComponent(target.username)
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${target.port} user=${user}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 3',
      'max_client_conn = 100',
      '',
    ].join('\n'),
  )
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...identity })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (piece) => {
      said += piece
      if (/process up/.test(said)) resolve()
    })
    child.once('error', reject)
    void ended.then(() => reject(new Error(`PgBouncer ended:\n${said}`)))
  })
  target.port = String(port)
  return {
    url: target.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      door.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}
