import type { Db } from '#src/db/client.server.ts'
import type { TerminalRunRow } from '#src/db/terminal.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig, readSecret, secretSettings } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type JobRun, JobStop } from '#src/server/jobs/job-kind.server.ts'
import type { Command } from './commands.server.ts'
import { readPackages } from './extend.ts'
import { removeLeftovers } from './leftovers.server.ts'
import { secretHider, secretsOf } from './output-secrets.server.ts'
import { OutputWriter } from './output-writer.server.ts'
import { runEnvironment } from './run-environment.server.ts'
import type { RunPlan } from './run-plan.ts'
import { RunProcess, registryOfMachine } from './run-process.server.ts'
import { endRun, runningUuids } from './run-store.server.ts'
import { terminalDirectory } from './terminal-directory.server.ts'

/** Milliseconds in which a run may end in order when this process ends: its queue waits for 8 seconds. */
const SHUTDOWN_GRACE_MS = 3_000

type Why = 'cancelled' | 'shutdown' | 'lost' | 'time' | 'output'

/**
 * Carries a run out: starts its process, writes its output, and notes how it ended.
 * @throws AppError 422 when the command fails; the reason of the job's signal when it was stopped
 */
export async function carryOut(
  job: Pick<JobRun, 'db' | 'signal' | 'log' | 'secret'>,
  row: TerminalRunRow,
  command: Command,
): Promise<Record<string, never>> {
  const { db, signal, log } = job
  const root = process.cwd()
  const env = runEnvironment(process.env, { uuid: row.uuid, ownData: command.ownData === true, root })
  const plan = await planOf(db, row, command, { root, env })
  const hide = secretHider(await secretsHere(db, job.secret))
  let why: Why | undefined
  const stop = async (reason: Why) => {
    if (why) return
    why = reason
    await running.stop(reason === 'shutdown' ? SHUTDOWN_GRACE_MS : undefined)
  }
  const writer = new OutputWriter({ db, runId: row.id, hide, stop: (reason) => void stop(reason) })
  const running = new RunProcess(plan, env)
  writer.follow(running.stdout)
  writer.follow(running.stderr)
  const onAbort = () => void stop(signal.reason instanceof JobStop ? signal.reason.reason : 'lost')
  signal.addEventListener('abort', onAbort)
  const timer = setTimeout(() => void stop('time'), command.minutes * 60_000)
  try {
    if (signal.aborted) onAbort()
    const { code } = await running.exited
    await running.sweep()
    // A run that had to be killed leaves its copy.
    const others = (await runningUuids(db)).filter((uuid) => uuid !== row.uuid)
    await removeLeftovers(plan.dir, others)
    const sentence = sentenceOf(why, code, command)
    const state = stateOf(why, code)
    // That a run is lost is said by whoever shows it: a killed process could not write it either.
    await writer.end(...(sentence === undefined || state === 'lost' ? [] : [sentence]))
    await endRun(db, row.id, { state, exitCode: code })
    log.info({ command: row.command, code, why }, 'a command of the terminal has ended')
    signal.throwIfAborted()
    if (sentence !== undefined) throw new AppError(422, sentence)
    return {}
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function stateOf(why: Why | undefined, code: number | null) {
  if (why === 'shutdown' || why === 'lost') return 'lost'
  if (why === 'cancelled') return 'cancelled'
  return why === undefined && code === 0 ? 'success' : 'failed'
}

/** The last line of a run that did not end well. */
function sentenceOf(why: Why | undefined, code: number | null, { minutes }: Command): string | undefined {
  switch (why) {
    case 'cancelled':
      return m.terminal_cancelled()
    case 'shutdown':
    case 'lost':
      return m.terminal_lost()
    case 'time':
      return m.terminal_tooLong({ minutes })
    case 'output':
      return m.terminal_tooMuch()
    default:
      if (code === 0) return undefined
      return code === null ? m.terminal_killed() : m.terminal_exit({ code })
  }
}

async function planOf(
  db: Db,
  { uuid, extend }: TerminalRunRow,
  command: Command,
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
): Promise<RunPlan> {
  const wanted = command.takes === 'packages' ? readPackages(extend) : { packages: [], scripts: false }
  if ('problem' in wanted) throw new AppError(400, m.terminal_extendWrong())
  const { terminalRegistry } = await readConfig(db, ['terminalRegistry'])
  const registry = terminalRegistry || (command.key.endsWith('.cnpm') ? await registryOfMachine(env, root) : '')
  return { root, dir: terminalDirectory(root), uuid, ...command.plan({ ...wanted, registry }) }
}

/** What no line of output may hold: the secrets of the environment, and those of the configuration. */
async function secretsHere(db: Db, siteSecret: string): Promise<string[]> {
  const kept: Record<string, string> = {}
  for (const name of secretSettings) kept[name] = await readSecret(db, siteSecret, name)
  return secretsOf({ ...process.env, ...kept })
}
