import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { carryOut } from './carry-out.server.ts'
import { commands } from './commands.server.ts'
import { runChanged } from './run-signal.server.ts'
import { beginRun, endRun } from './run-store.server.ts'
import { hasTerminal } from './terminal-offered.server.ts'

/** Seconds. Whoever started a shorter command still looks at it. */
const NOTICE_AFTER = 60
/** Runs a command of the terminal. It runs once: what has begun is never begun again. */
export const terminalJob = defineJob({
  kind: 'terminal',
  lane: 'command',
  noticeAfter: NOTICE_AFTER,
  input: v.object({ runId: v.number(), command: v.string() }),
  result: v.object({}),
  title: ({ command }) => m.terminal_jobTitle({ command: commands.get(command)?.title() ?? command }),
  summary: () => m.terminal_jobDone(),
  run: async (job) => {
    const { db, input } = job
    const row = await beginRun(db, input.runId)
    if (!row) {
      await endRun(db, input.runId, { state: 'lost' })
      throw new AppError(409, m.terminal_lost())
    }
    runChanged(row.id)
    const command = commands.get(row.command)
    try {
      // It was taken away while the command waited.
      if (!hasTerminal()) throw new AppError(404, m.terminal_none())
      if (!command) throw new AppError(404, m.terminal_unknown({ command: row.command }))
      return await carryOut(job, row, command)
    } catch (error) {
      // A failure of ours. What has ended already stays as it is.
      await endRun(db, row.id, { state: 'failed' })
      throw error
    } finally {
      runChanged(row.id)
    }
  },
})
