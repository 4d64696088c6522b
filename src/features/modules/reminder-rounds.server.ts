import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { Rounds } from '#src/server/rounds.server.ts'
import { remindAll } from './remind.server.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 5 * 60_000

/**
 * Forgets what was told of days that are past. A day ends at different times, so two days are left for a change of the
 * site's time zone.
 */
export async function purgeReminded(db: Db): Promise<void> {
  await db.execute(sql`delete from module_reminded where day < current_date - 2`)
}

type Options = { db: Database; log: Logger; secret: string }

/** Looks for rows to remind of while the process runs. */
export class ReminderRounds extends Rounds {
  readonly #options: Options

  constructor(options: Options) {
    super({ log: options.log, lookMs: LOOK_MS, trouble: 'reminders of modules were not sent' })
    this.#options = options
  }

  protected work(): Promise<boolean> {
    return remindAll(this.#options)
  }
}
