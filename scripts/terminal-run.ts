import type { RunPlan } from '#src/features/terminal/run-plan.ts'
import { fail, say } from './lib/main.ts'
import { askToEnd, endProcesses } from './lib/terminal/end-processes.ts'
import { keep } from './lib/terminal/keep.ts'
import { readPlan } from './lib/terminal/plan.ts'
import { removeForsaken } from './lib/terminal/remove-forsaken.ts'
import { runStep } from './lib/terminal/step.ts'
import { hasSources, makeCopy, removeCopy } from './lib/terminal/working-copy.ts'

// `node scripts/terminal-run.ts '<plan>'` runs a command of the terminal in a working copy. The server starts it in a
// process group of its own and holds its standard input open: when that closes, the server has ended, and so do the
// command and everything that it has started.

/** Milliseconds in which a cancelled command may end by itself. */
const forEnding = 10_000

/** The exit code of a command that was cancelled. */
const cancelled = 143

const stop = new AbortController()
/** Until when the processes may end by themselves. */
let deadline = 0

try {
  const plan = readPlan(process.argv[2] ?? '')
  process.exitCode = await runToEnd(plan)
} catch (error) {
  fail(error)
}
process.exit()

/** Whatever happens, no process and no working copy is left. */
async function runToEnd(plan: RunPlan): Promise<number> {
  let ending: Promise<void> | undefined
  stop.signal.addEventListener('abort', () => {
    ending = endProcesses(plan.uuid, () => deadline)
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) return
      deadline = Date.now() + forEnding
      askToEnd(plan.uuid)
      stop.abort()
    })
  }
  process.stdin.resume().once('close', () => {
    deadline = 0
    stop.abort()
  })
  // The server may be gone, and with it whoever reads.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    return await runSteps(plan)
  } catch (error) {
    if (stop.signal.aborted) return cancelled
    throw error
  } finally {
    await (ending ?? endProcesses(plan.uuid, () => 0))
    await removeCopy(plan)
    if (plan.copy === 'installed') await removeForsaken()
  }
}

async function runSteps(plan: RunPlan): Promise<number> {
  if (hasSources(plan.copy)) say('Making a working copy.')
  const copy = await makeCopy(plan, stop.signal)
  for (const step of [...copy.first, ...plan.steps]) {
    stop.signal.throwIfAborted()
    const code = await runStep(step, copy.place, plan)
    if (stop.signal.aborted) return cancelled
    if (code !== 0) return code
  }
  await keep(plan, copy)
  return 0
}
