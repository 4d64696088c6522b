import type { Db } from '#src/db/client.server.ts'
import { heardEpoch } from '../cache/table-cache.server.ts'
import { countUnread, type UnreadCount } from './notice-store.server.ts'

/** Milliseconds after which an account is counted again although no table has changed: time and roles pass. */
const AGAIN_MS = 10_000
/** The configuration says whether announcements are on. */
const TABLES = ['notice', 'announcement', 'announcement_read', 'config']

type Known = UnreadCount & { epoch: string | undefined; time: number }

/**
 * The unread notices of those who listen in this process. One query counts for all whose count may have changed. As
 * long as the database tells of changes, that are few; otherwise all.
 */
export class UnreadWatch {
  readonly #db: Db
  readonly #viewing: boolean
  readonly #known = new Map<number, Known>()

  /** @param viewing for those who view as the accounts */
  constructor(db: Db, viewing: boolean) {
    this.#db = db
    this.#viewing = viewing
  }

  /** The counts of these accounts. */
  async look(owners: ReadonlySet<number>): Promise<ReadonlyMap<number, UnreadCount>> {
    const epochs = TABLES.map((table) => heardEpoch(this.#db, table))
    const epoch = epochs.includes(undefined) ? undefined : epochs.join()
    const time = performance.now()
    const isOld = (known: Known | undefined) =>
      !known || epoch === undefined || known.epoch !== epoch || time - known.time > AGAIN_MS
    const asked = [...owners].filter((owner) => isOld(this.#known.get(owner)))
    if (asked.length > 0) {
      for (const [owner, count] of await countUnread(this.#db, asked, this.#viewing))
        this.#known.set(owner, { ...count, epoch, time })
    }
    return this.#known
  }

  /** Forgets those who no longer listen. */
  keep(listening: ReadonlySet<number>): void {
    for (const owner of this.#known.keys()) if (!listening.has(owner)) this.#known.delete(owner)
  }
}
