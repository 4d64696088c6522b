type Options = {
  /** Milliseconds after which a value expires. Without it, values stay until the caches are cleared. */
  maxAge?: number
}

type Clearable = { readonly size: number; clear(): void }

/** Values that a process keeps because they are expensive to compute. */
export type ProcessCache<T> = {
  get(key: string): T | undefined
  set(key: string, value: T): T
}

const caches = new Set<Clearable>()

/** Creates a cache that "clear cache" clears, in this process and (see cache-signal.server.ts) in every other one. */
export function processCache<T>({ maxAge = Number.POSITIVE_INFINITY }: Options = {}): ProcessCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  caches.add(entries)
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && entry.until > Date.now() ? entry.value : undefined
    },
    set(key, value) {
      entries.set(key, { value, until: Date.now() + maxAge })
      return value
    },
  }
}

/** Has "clear cache" clear this one, too. */
export function clearWithCaches(cache: Clearable): void {
  caches.add(cache)
}

/** Clears every cache of this process. Returns the number of removed values. */
export function clearProcessCaches(): number {
  let count = 0
  for (const entries of caches) {
    count += entries.size
    entries.clear()
  }
  return count
}
