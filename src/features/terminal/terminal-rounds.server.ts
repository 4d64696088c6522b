import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { Rounds } from '#src/server/rounds.server.ts'
import { endForsaken, purgeRuns } from './run-store.server.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 60_000

type Options = { db: Database; log: Logger }

/** Ends runs whose process is gone, and removes old ones, while the process runs. */
export class TerminalRounds extends Rounds {
  readonly #db: Database

  constructor({ db, log }: Options) {
    super({ log, lookMs: LOOK_MS, trouble: 'runs of the terminal were not looked after' })
    this.#db = db
  }

  protected async work(): Promise<boolean> {
    await endForsaken(this.#db)
    const { terminalKeepDays } = await readConfig(this.#db, ['terminalKeepDays'])
    await purgeRuns(this.#db, terminalKeepDays)
    return false
  }
}
