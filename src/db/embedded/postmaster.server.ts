import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './errors.server.ts'
import { isPostgresOn, lifeOf } from './process.server.ts'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  status: string
}

/** The content of PostgreSQL's own lock file for `cluster`, whether the server still runs or not. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * The running and ready server on `cluster`. Waits up to `patience` milliseconds for a server that is still starting.
 */
export async function findRunning(cluster: string, patience = 30_000): Promise<Postmaster | undefined> {
  for (const end = Date.now() + patience; ; await sleep(100)) {
    const found = await readPostmaster(cluster)
    if (found && isPostgresOn(found.pid, cluster) && found.status === 'ready') return found
    if (Date.now() >= end) return undefined
  }
}

/**
 * Stops a server that an earlier, killed run left behind. If the process id in its lock file belongs to another process
 * now, the lock file is made harmless. Acknowledged writes are safe in both cases: they are in the write-ahead log.
 * @throws EmbeddedError when the server cannot be stopped
 */
export async function clearOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const found = await readPostmaster(cluster)
  if (!found) return
  if (!isPostgresOn(found.pid, cluster)) return lifeOf(found.pid) ? neutralize(cluster) : undefined
  log(`Ending the database server that an earlier run left behind (process ${found.pid}).`)
  // SIGINT shuts the server down in order. SIGQUIT ends it at once, with recovery at the next start.
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    try {
      process.kill(found.pid, signal)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EPERM') break
    }
    for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
      if (!isPostgresOn(found.pid, cluster)) return
    }
  }
  throw new EmbeddedError(
    `A database server of an earlier run (process ${found.pid}) still works on ${cluster} and could not be ended: end it and start again.`,
  )
}

/**
 * PostgreSQL refuses to start while any process has the process id in its lock file. An impossible id is written
 * instead of deleting the file. PostgreSQL then still checks the shared memory and finds backends that outlived their
 * server.
 */
async function neutralize(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, ['2147483646', ...rest].join('\n'))
}
