import type { Database, Db } from '#src/db/client.server.ts'
import type { TerminalRunRow } from '#src/db/terminal.table.server.ts'
import { write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { logWrite, noteForLog, prepareLog } from '#src/server/admin-log/log-call.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { commands } from './commands.server.ts'
import { readPackages, readWord } from './extend.ts'
import { addRun, findRun, noteJob } from './run-store.server.ts'
import { terminalJob } from './terminal.jobs.server.ts'

/** A task as a client names it. */
export type TaskOrder = { uuid: string; command: string; extend: string }

/**
 * Checks that there is such a command and that it takes such a value.
 * @throws AppError 400, 409
 */
export async function assertOrder(db: Db, { command: key, extend }: Omit<TaskOrder, 'uuid'>): Promise<void> {
  const command = commands.get(key)
  if (!command) throw new AppError(400, m.terminal_unknown({ command: key }))
  const read = command.takes === 'packages' ? readPackages(extend) : readWord(extend)
  if (read && 'problem' in read)
    throw new AppError(
      400,
      read.problem === 'package' ? m.terminal_packageWrong({ name: read.name }) : m.terminal_extendWrong(),
    )
  if (command.needsRegistry && !(await readConfig(db, ['terminalRegistry'])).terminalRegistry)
    throw new AppError(409, m.terminal_noRegistry())
}

/**
 * The run of a task. The first request of a task starts it; all others find it.
 * @throws AppError 400, 403 without a fresh proof, 409 for another task's id
 */
export async function runOfTask(c: ApiContext, db: Database, actor: Actor, order: TaskOrder): Promise<TerminalRunRow> {
  const known = await findRun(db, order.uuid)
  if (known) return sameTask(known, order)
  await assertOrder(db, order)
  const author = authorOf(c)
  await assertProven(db, author)
  await prepareLog(c)
  const { jobs } = c.get('deps')
  const { uuid, command, extend } = order
  await write(db, author, 'save', async (tx, changeSetId) => {
    const runId = await addRun(tx, { uuid, command, extend, ownerId: actor.id })
    // Another request of the same task was first.
    if (runId === undefined) return
    const starter = { author: { ...author, id: actor.id }, locale: getLocale() }
    await noteJob(tx, runId, await jobs.enqueue(tx, terminalJob, { runId, command }, starter))
    await logWrite(c, tx, m.terminal_started(), changeSetId)
    noteForLog(c, { written: true })
  })
  jobs.wake()
  const run = await findRun(db, uuid)
  if (!run) throw new Error('a run that was added is not there')
  return sameTask(run, order)
}

/** One id is one task: a client that asks for another command under it has mixed them up. */
function sameTask(run: TerminalRunRow, { command, extend }: TaskOrder): TerminalRunRow {
  if (run.command !== command || run.extend !== extend) throw new AppError(409, m.terminal_idTaken())
  return run
}
