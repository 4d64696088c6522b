import { LRUCache } from 'lru-cache'
import type { Db } from '#src/db/client.server.ts'
import { clearWithCaches } from './process-cache.server.ts'

/** Values of databases that never change, as many of them as there is room for. */
export type SizedCache<T> = {
  get(db: Db, key: string): T | undefined
  set(db: Db, key: string, value: T): T
}

const numbers = new WeakMap<Db, number>()
let counted = 0

/** Another number for each database: a process may use several, as tests do. */
function numberOf(db: Db): number {
  const known = numbers.get(db)
  if (known !== undefined) return known
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
  const keyOf = (db: Db, key: string) => `${numberOf(db)} ${key}`
  return {
    get: (db, key) => kept.get(keyOf(db, key)),
    set(db, key, value) {
      kept.set(keyOf(db, key), value)
      return value
    },
  }
}
