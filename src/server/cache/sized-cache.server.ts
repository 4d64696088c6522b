import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Db } from '#src/db/client.server.ts'
import { clearWithCaches } from './process-cache.server.ts'

/** Values of databases that never change, as many of them as there is room for. */
export type SizedCache<T> = {
  get(db: Db, key: string): T | undefined
  set(db: Db, key: string, value: T): T
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
 * Creates a cache that forgets what was not used for longest. "Clear cache" clears it.
 * @param bytes about how much it may hold
 * @param sizeOf about how many bytes a value takes
 */
export function sizedCache<T extends object>(bytes: number, sizeOf: (value: T) => number): SizedCache<T> {
  const kept = new LRUCache<string, T>({ maxSize: bytes, sizeCalculation: sizeOf })
  clearWithCaches(kept)
  return {
    get(db, key) {
      const number = numberOf(db)
      return number === undefined ? undefined : kept.get(`${number} ${key}`)
    },
    set(db, key, value) {
      const number = numberOf(db)
      if (number !== undefined) kept.set(`${number} ${key}`, value)
      return value
    },
  }
}
