import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { listen } from '#src/db/listen.server.ts'
import { processCache } from './process-cache.server.ts'

/** The channel for change notifications of tables whose trigger calls `notify_change`. */
export const TABLES_CHANNEL = 'yardstick_tables'

type Watch = { id: string; live: boolean; epochs: Map<string, number>; lost: number }

const watches = new WeakMap<Db, Watch>()
let watched = 0

/**
 * Enables caching of small tables while this process receives notifications about their changes.
 * @param pools on one database
 */
export function watchTables(pools: readonly Database[], directUrl: string, log: Logger): void {
  watched += 1
  const watch: Watch = { id: String(watched), live: false, epochs: new Map(), lost: 0 }
  for (const db of pools) watches.set(db, watch)
  const lost = () => {
    watch.live = false
    watch.lost += 1
  }
  const heard = (table: string | undefined) => (table === undefined ? lost() : bump(watch, table))
  listen({ url: directUrl, channel: TABLES_CHANNEL, heard, log, lost, ready: () => (watch.live = true) })
}

/**
 * Invalidates the cached values of a table. The database notifies every process, but this one must not wait for that.
 */
export function tableChanged(db: Db, table: string): void {
  const watch = watches.get(db)
  if (watch) bump(watch, table)
}

/** The same for all tables, after a write of which it is not known what it has changed. */
export function tablesChanged(db: Db): void {
  const watch = watches.get(db)
  if (watch) watch.lost += 1
}

/**
 * A text that changes when this process changes the table, or hears that another one has. Only tables with the trigger
 * `notify_change` are heard of. Undefined inside a transaction.
 */
export function tableEpoch(db: Db, table: string): string | undefined {
  const watch = watches.get(db)
  return watch && `${watch.id}.${timeOf(watch, table)}`
}

/** The same for what is kept for long: undefined also while this process does not hear of the changes of others. */
export function heardEpoch(db: Db, table: string): string | undefined {
  return watches.get(db)?.live ? tableEpoch(db, table) : undefined
}

/**
 * Caches the result of `load` for a small table until any process changes the table. Nothing is cached while no
 * notifications arrive. Nothing is cached inside a transaction, because it may see uncommitted data.
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
    // When the table changes during the read, the value is already out of date.
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
