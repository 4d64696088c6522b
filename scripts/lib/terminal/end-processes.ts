import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lifeOf } from '#src/db/embedded/process.server.ts'
import { RUN_MARK } from '#src/features/terminal/run-environment.server.ts'

/** Milliseconds. A database server or a browser that lost its parent ends by itself, and needs a moment to do so. */
const forOutsiders = 5_000

/**
 * Ends every process of this run but this one: first those of the process group, then those that have left it.
 * @param deadline until when the group may end by itself, in milliseconds since 1970; it may move
 */
export async function endProcesses(uuid: string, deadline: () => number): Promise<void> {
  while (findProcesses(uuid).group.length > 0 && Date.now() < deadline()) await sleep(50)
  // A process may start another one before it is killed.
  for (let round = 0; round < 100; round++) {
    const { group } = findProcesses(uuid)
    if (group.length === 0) break
    for (const pid of group) kill(pid, 'SIGKILL')
    await sleep(20)
  }
  const end = Date.now() + forOutsiders
  while (findProcesses(uuid).outside.length > 0 && Date.now() < end) await sleep(50)
  for (const pid of findProcesses(uuid).outside) kill(pid, 'SIGKILL')
}

/** Asks the processes of the group to end. Those that have left it are ended by their parents. */
export function askToEnd(uuid: string): void {
  for (const pid of findProcesses(uuid).group) kill(pid, 'SIGTERM')
}

function findProcesses(uuid: string): { group: number[]; outside: number[] } {
  const all = (existsSync('/proc/self/stat') ? ofProc(uuid) : ofPs()).filter(({ pid }) => pid !== process.pid)
  // Without a group of its own, this process shares one with whoever started it.
  const leads = process.platform !== 'win32' && groupOf(process.pid) === process.pid
  const inGroup = ({ group, marked }: Found) => (leads ? group === process.pid : marked)
  return {
    group: all.filter(inGroup).map(({ pid }) => pid),
    outside: all.filter((one) => one.marked && !inGroup(one)).map(({ pid }) => pid),
  }
}

type Found = { pid: number; group: number; marked: boolean }

function ofProc(uuid: string): Found[] {
  const mark = `${RUN_MARK}=${uuid}`
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter(lifeOf).map((pid) => ({
    pid,
    group: groupOf(pid),
    marked: read(`/proc/${pid}/environ`).split('\0').includes(mark),
  }))
}

/** Elsewhere, only the group is known. */
function ofPs(): Found[] {
  if (process.platform === 'win32') return []
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,comm='], { encoding: 'utf8' }).split('\n')
  // The list has the program that makes it, too.
  return lines.flatMap((line) => {
    const [, pid, group, program = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined || /(^|\/)ps$/.test(program)
      ? []
      : { pid: Number(pid), group: Number(group), marked: false }
  })
}

function groupOf(pid: number): number {
  if (!existsSync('/proc/self/stat')) return ofPs().find((one) => one.pid === pid)?.group ?? 0
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
