import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether this system has process information in /proc (Linux). */
const hasProc = existsSync('/proc/self/stat')

/**
 * The start time of a process, or undefined when it does not run. It distinguishes a process from a later one with the
 * same id. A zombie counts as ended, because in a container it may never be removed. On Windows the result is only
 * `alive`.
 */
export function lifeOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (hasProc) {
    const stat = readOrUndefined(`/proc/${pid}/stat`)
    // The command in parentheses may contain spaces. After it, the state is field 0 and the start time is field 19.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields && !'ZX'.includes(fields[0] ?? 'X') ? fields[19] : undefined
  }
  if (process.platform === 'win32') return canSignal(pid) ? 'alive' : undefined
  return run('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** Identifies this boot and this namespace of process ids. A pid is comparable only where this value is equal. */
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
    // A postmaster's working directory is its data directory. If the link cannot be read, its arguments are compared.
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
