import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { listen } from '#src/db/listen.server.ts'
import { processCache } from './process-cache.server.ts'

/** Tables with the trigger `notify_change` say here that they have changed. */
const CHANNEL = 'yardstick_tables'

type Watch = { id: string; live: boolean; epochs: Map<string, number>; lost: number }

const watches = new WeakMap<Db, Watch>()
let watched = 0

/** From now on what is read from small tables may be kept, for as long as this process hears of their changes. */
export function watchTables(db: Database, directUrl: string, log: Logger): void {
  watched += 1
  const watch: Watch = { id: String(watched), live: false, epochs: new Map(), lost: 0 }
  watches.set(db, watch)
  const lost = () => {
    watch.live = false
    watch.lost += 1
  }
  const heard = (table: string | undefined) => (table === undefined ? lost() : bump(watch, table))
  listen({ url: directUrl, channel: CHANNEL, heard, log, lost, ready: () => (watch.live = true) })
}

/** What was kept of a table is old. Every process hears of it from the database; this one must not wait for that. */
export function tableChanged(db: Db, table: string): void {
  const watch = watches.get(db)
  if (watch) bump(watch, table)
}

/**
 * Keeps what `load` makes of a small table until the table changes in whatever process. Nothing is kept while nobody
 * tells of changes, and inside a transaction, which may see what nobody else does.
 */
export function fromTable<T>(table: string, load: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  const kept = processCache<{ time: string; value: T }>()
  return async (db) => {
    const watch = watches.get(db)
    if (!watch?.live) return load(db)
    const time = timeOf(watch, table)
    const known = kept.get(watch.id)
    if (known?.time === time) return known.value
    const value = await load(db)
    // Read before a change of which we heard meanwhile, it would be kept too long.
    if (watch.live && timeOf(watch, table) === time) kept.set(watch.id, { time, value })
    return value
  }
}

function bump({ epochs }: Watch, table: string): void {
  epochs.set(table, (epochs.get(table) ?? 0) + 1)
}

function timeOf({ epochs, lost }: Watch, table: string): string {
  return `${lost}.${epochs.get(table) ?? 0}`
}
