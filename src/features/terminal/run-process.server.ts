import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { RUN_MARK } from './run-environment.server.ts'
import type { RunPlan } from './run-plan.ts'

/** Milliseconds in which a run ends in order: its programs have ten seconds, and then its working copy goes. */
const GRACE_MS = 20_000

const isWindows = process.platform === 'win32'

/** How a run's process ended: its exit code, or null when a signal ended it. */
export type RunExit = { code: number | null }

/** The process of a run, with all that it has started. */
export class RunProcess {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves when the process has ended and all of its output has come. */
  readonly exited: Promise<RunExit>
  readonly #child: ChildProcess
  readonly #uuid: string

  constructor(plan: RunPlan, env: NodeJS.ProcessEnv) {
    this.#uuid = plan.uuid
    const script = join(plan.root, 'scripts', 'terminal-run.ts')
    const child = spawn(process.execPath, [script, JSON.stringify(plan)], {
      cwd: plan.root,
      env,
      // A group of its own, so that everything in it can be ended at once.
      detached: !isWindows,
      windowsHide: true,
      // When this process dies, the pipe closes, and the run ends itself.
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    this.stdout = child.stdout
    this.stderr = child.stderr
    child.stdin.on('error', () => undefined)
    this.exited = new Promise((resolve, reject) => {
      child.once('error', reject)
      // What it leaves behind holds the pipes of its output open.
      child.once('exit', () => void this.sweep())
      child.once('close', (code) => resolve({ code }))
    })
    if (child.pid !== undefined) lower(child.pid)
  }

  /**
   * Ends the run with all that it has started, also what has left its group.
   * @param grace milliseconds in which it may end in order
   */
  async stop(grace = GRACE_MS): Promise<void> {
    // It asks its programs to end, ends those that do not, and removes its working copy.
    this.#child.kill('SIGTERM')
    await Promise.race([this.exited.catch(() => undefined), sleep(grace)])
    this.#kill()
    await this.sweep()
  }

  /** Ends what a run has left behind. */
  async sweep(): Promise<void> {
    for (const pid of await this.#strays()) kill(pid)
  }

  #kill(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    if (isWindows) execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined)
    else kill(-pid)
  }

  /** Processes with the mark of this run, in whatever group. Only Linux tells the environment of a process. */
  async #strays(): Promise<number[]> {
    if (process.platform !== 'linux') return []
    const mark = `${RUN_MARK}=${this.#uuid}`
    const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const marked = await Promise.all(
      ids.map(async (id) => {
        // Processes of others cannot be read, and processes end meanwhile.
        const environment = await readFile(`/proc/${id}/environ`, 'latin1').catch(() => '')
        return environment.split('\0').includes(mark) ? Number(id) : undefined
      }),
    )
    return marked.filter((id) => id !== undefined)
  }
}

/** Ends a process, or a group by its negative number, at once. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** People who work with the product do not wait for a run. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed here: the run has the priority of the product.
  }
}

/** The registry that npm uses on this machine. Empty when npm does not say. */
export async function registryOfMachine(env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], {
    env,
    cwd,
    shell: isWindows,
  }).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
