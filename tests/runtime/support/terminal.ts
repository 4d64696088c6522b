import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunPlan } from '#src/features/terminal/run-plan.ts'

/** A run of the terminal, as the server starts it: in a process group of its own, on an open pipe. */
interface Run {
  child: ChildProcess
  uuid: string
  output(): string
  /** The exit code. */
  finished: Promise<number | null>
}

/** Runs a plan by the product's own script. */
export function startRun(plan: Omit<RunPlan, 'uuid'>, env: Record<string, string> = {}): Run {
  const uuid = randomUUID()
  const script = join(import.meta.dirname, '../../../scripts/terminal-run.ts')
  const child = spawn(process.execPath, [script, JSON.stringify({ ...plan, uuid })], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const finished = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    await finished
  })
  return { child, uuid, output: () => text, finished }
}

/** Runs a plan to its end. */
export async function runPlan(plan: Omit<RunPlan, 'uuid'>, env: Record<string, string> = {}) {
  const { finished, output, uuid } = startRun(plan, env)
  return { code: await finished, output: output(), uuid }
}

/** A step that runs JavaScript in the working copy. */
export function script(code: string): RunPlan['steps'][number] {
  return { program: 'node', args: ['--input-type=module', '-e', code] }
}

/** Every file below a directory with size, mode and the moment of its last change. */
export function listing(directory: string, skip: RegExp): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !skip.test(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return listing(path, skip)
      if (!entry.isFile()) return [path]
      const { size, mode, mtimeMs } = statSync(path)
      return [`${path} ${size} ${mode} ${mtimeMs}`]
    })
}
