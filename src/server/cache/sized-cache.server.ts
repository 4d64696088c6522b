import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Db } from '#src/db/client.server.ts'
import { clearWithCaches } from './process-cache.server.ts'

/** Values of databases that never change, as many of them as there is room for. */
export type SizedCache<T> = {
  get(db: Db, key: string): T | undefined
  set(db: Db, key: string, value: T): T
  /** What is kept, or what `make` gives, once for all who ask meanwhile. It is kept unless `keeps` says no. */
  read(db: Db, key: string, make: () => Promise<T>, keeps?: (value: T) => boolean): Promise<T>
}

const numbers = new WeakMap<Db, number>()
let counted = 0

/**
 * Another number for each database: a process may use several, as tests do. Undefined for a transaction: what it read
 * would be kept for nobody else.
 */
function numberOf(db: Db): number | undefined {
  const known = numbers.get(db)
  if (known !== undefined) return known
  if (!('$client' in db && db.$client instanceof pg.Pool)) return undefined
  counted += 1
  numbers.set(db, counted)
  return counted
}

/**
 * Creates a function that makes a value once for all who ask for it meanwhile, as many readers do who open the same new
 * report. When it fails, as for a client that has left, each of the others makes it.
 */
export function madeOnce<M>(): (db: Db, key: string, make: () => Promise<M>) => Promise<M> {
  const making = new Map<string, Promise<M>>()
  return async (db, key, make) => {
    const number = numberOf(db)
    if (number === undefined) return make()
    const name = `${number} ${key}`
    const known = making.get(name)
    if (known) return known.catch(make)
    const made = make().finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
}

/**
 * Creates a cache that forgets what was not used for longest. "Clear cache" clears it.
 * @param bytes about how much it may hold
 * @param sizeOf about how many bytes a value takes
 */
export function sizedCache<T extends object>(bytes: number, sizeOf: (value: T) => number): SizedCache<T> {
  const kept = new LRUCache<string, T>({ maxSize: bytes, sizeCalculation: sizeOf })
  clearWithCaches(kept)
  const once = madeOnce<T>()
  const cache: SizedCache<T> = {
    get(db, key) {
      const number = numberOf(db)
      return number === undefined ? undefined : kept.get(`${number} ${key}`)
    },
    set(db, key, value) {
      const number = numberOf(db)
      if (number !== undefined) kept.set(`${number} ${key}`, value)
      return value
    },
    async read(db, key, make, keeps = () => true) {
      const known = cache.get(db, key)
      if (known) return known
      const value = await once(db, key, make)
      return keeps(value) ? cache.set(db, key, value) : value
    },
  }
  return cache
}
