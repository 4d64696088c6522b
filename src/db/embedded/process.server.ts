import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether this system keeps process facts in /proc (Linux). */
const hasProc = existsSync('/proc/self/stat')

/**
 * What distinguishes this life of a process id from a later one: its start time, or undefined when no such process
 * runs. A zombie counts as gone: nobody may ever reap it in a container.
 */
export function lifeOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (hasProc) {
    const stat = readOrUndefined(`/proc/${pid}/stat`)
    // The command in parentheses may hold spaces; state is the first field after it, the start time the twentieth.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields && !'ZX'.includes(fields[0] ?? 'X') ? fields[19] : undefined
  }
  if (process.platform === 'win32') return canSignal(pid) ? 'alive' : undefined
  return run('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** Names this boot and this set of process ids: a pid means something only where this is equal. */
export function pidSpace(): string {
  const boot = hasProc ? readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() : undefined
  const space = hasProc ? linkOrUndefined('/proc/self/ns/pid') : undefined
  return `${boot ?? ''}|${space ?? ''}`
}

/** Whether `pid` is a PostgreSQL server on `directory`. */
export function isPostgresOn(pid: number, directory: string): boolean {
  if (!lifeOf(pid)) return false
  if (hasProc) {
    const command = readOrUndefined(`/proc/${pid}/cmdline`)?.split('\0') ?? []
    if (!/postgres(\.exe)?$/.test(command[0] ?? '')) return false
    // A postmaster works in its data directory; when the link may not be read, its arguments have to do.
    const cwd = linkOrUndefined(`/proc/${pid}/cwd`)
    return cwd === undefined ? command.includes(directory) : cwd === directory
  }
  if (process.platform === 'win32') return /postgres\.exe/i.test(run('tasklist', ['/FI', `PID eq ${pid}`]) ?? '')
  const command = run('ps', ['-o', 'command=', '-p', String(pid)]) ?? ''
  return command.includes('postgres') && command.includes(directory)
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function run(file: string, args: string[]): string | undefined {
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function linkOrUndefined(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}
