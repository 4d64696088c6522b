import type { JobRow } from '#src/db/job.table.server.ts'
import { type Locale, withLocale } from '#src/i18n/locale.server.ts'
import type { JobKind } from './job-kind.server.ts'
import { type JobView, jobView } from './job-view.server.ts'

type Shown = { view: JobView; text: string }
type Made = { version: string; byLocale: Map<Locale, Shown> }

/**
 * The jobs of one query as their owners see them. Each is put into words once per language, not once per listener, and
 * not again while it stays as it is: to do so takes longer than to send it.
 */
export class ShownJobs {
  readonly #kinds: ReadonlyMap<string, JobKind>
  readonly #rows: ReadonlyMap<number, readonly JobRow[]>
  readonly #made = new Map<number, Made>()

  /** @param before the jobs of the last query */
  constructor(kinds: ReadonlyMap<string, JobKind>, rows: readonly JobRow[], before?: ShownJobs) {
    this.#kinds = kinds
    this.#rows = Map.groupBy(rows, (row) => row.ownerId)
    const last: ReadonlyMap<number, Made> = before ? before.#made : new Map<number, Made>()
    for (const row of rows) {
      const version = versionOf(row)
      const known = last.get(row.id)
      this.#made.set(row.id, known?.version === version ? known : { version, byLocale: new Map() })
    }
  }

  /** The jobs of a person, the newest first. */
  of(owner: number): readonly JobRow[] {
    return this.#rows.get(owner) ?? []
  }

  /** A job in a language, and the same as a text to compare. */
  show(row: JobRow, locale: Locale): Shown {
    const known = this.#made.get(row.id)?.byLocale.get(locale)
    if (known) return known
    const view = withLocale(locale, () => jobView(row, this.#kinds))
    const shown = { view, text: JSON.stringify(view) }
    this.#made.get(row.id)?.byLocale.set(locale, shown)
    return shown
  }
}

/** What changes of a job while it is shown. Its result comes with its state. */
function versionOf({ state, step, done, total, message, stopping, attempt, startTime, endTime }: JobRow): string {
  return [state, step, done, total, stopping, attempt, startTime, endTime, message].join('\n')
}
