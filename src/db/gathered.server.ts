import type { Db } from './client.server.ts'

/** Batches of one lookup that run at once. With more, each of them would gather less. */
const BATCHES = 2

type Waiting<V> = { promise: Promise<V | undefined>; settle(found: Promise<V | undefined>): void }
type State<V> = { running: number; planned: boolean; waiting: Map<string, Waiting<V>> }

/**
 * Turns a lookup of many keys into a lookup of one key, for a statement that almost every request needs. Requests that
 * arrive together, or while two batches are under way, share the next batch. Nothing is kept: each answer is read after
 * its request has arrived.
 * @param load finds the values of different keys, in one statement
 */
export function gathered<V>(load: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {
  const states = new WeakMap<Db, State<V>>()

  const run = (db: Db, state: State<V>) => {
    state.planned = false
    const { waiting } = state
    state.waiting = new Map()
    state.running += 1
    const found = load(db, [...waiting.keys()])
    for (const [key, { settle }] of waiting) settle(found.then((values) => values.get(key)))
    const done = () => {
      state.running -= 1
      plan(db, state)
    }
    found.then(done, done)
  }

  const plan = (db: Db, state: State<V>) => {
    if (state.planned || state.running >= BATCHES || state.waiting.size === 0) return
    state.planned = true
    // Requests that were received together are read one after the other.
    setImmediate(run, db, state)
  }

  return (db: Db, key: string): Promise<V | undefined> => {
    const state = states.get(db) ?? { running: 0, planned: false, waiting: new Map() }
    states.set(db, state)
    const known = state.waiting.get(key)
    if (known) return known.promise
    const { promise, resolve } = Promise.withResolvers<V | undefined>()
    state.waiting.set(key, { promise, settle: resolve })
    plan(db, state)
    return promise
  }
}
