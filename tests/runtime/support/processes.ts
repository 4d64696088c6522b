import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readPostmaster } from '#src/db/embedded/postmaster.server.ts'
import { isPostgresOn, lifeOf } from '#src/db/embedded/process.server.ts'

/** The process id of the database server on a data directory. Fails when none runs. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const cluster = join(dataDir, 'postgres')
  const found = await readPostmaster(cluster)
  expect(found && isPostgresOn(found.pid, cluster), 'a database server runs').toBe(true)
  return found?.pid ?? 0
}

/** Kills the shell that would stop the database server with its parent process. The server then keeps running. */
export function killKeeper(postmaster: number): void {
  const keeper = Number(fieldsOf(postmaster)[1])
  const watcher = processes().find((pid) => pid !== postmaster && Number(fieldsOf(pid)[1]) === keeper)
  for (const pid of [watcher, keeper]) if (pid) process.kill(pid, 'SIGKILL')
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  await expect.poll(() => Boolean(lifeOf(pid)), { message: `process ${pid} is gone` }).toBe(false)
}

/** The processes whose working directory is a directory or below it. */
export function processesIn(directory: string): number[] {
  return processes().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory) && lifeOf(pid)
    } catch {
      return false
    }
  })
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

/** The fields after the name in /proc/<pid>/stat: state, parent and so on. Empty when the process is gone. */
function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
