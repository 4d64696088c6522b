import * as v from 'valibot'
import type { StorageKey } from './storage-keys.ts'

export type LocalStore<T> = {
  /**
   * The stored value. The fallback when there is none or another version wrote it. The same object until the value
   * changes.
   */
  read(): T
  /**
   * Stores a value. It never throws: when the storage is full or forbidden, the value lasts only until the next visit.
   */
  write(value: T): void
  clear(): void
  /** Calls `changed` on every change, also on changes in other windows of the browser. @returns unsubscribes */
  subscribe(changed: () => void): () => void
}

type Options<T> = {
  key: StorageKey | `${StorageKey}:${string}`
  /** Increase it when the shape changes. Values of another version are ignored. */
  version: number
  schema: v.GenericSchema<unknown, T>
  fallback: T
  /** `session`: deleted with the browser tab. */
  keep?: 'local' | 'session'
}

/**
 * A value in the browser's storage. It is validated when it is read, so an old or broken value cannot break a new
 * release.
 */
export function localStore<T>({ key, version, schema, fallback, keep = 'local' }: Options<T>): LocalStore<T> {
  const listeners = new Set<() => void>()
  const envelope = v.object({ version: v.literal(version), value: schema })
  let text: string | null | undefined
  let value = fallback

  const storage = () => {
    try {
      return keep === 'local' ? globalThis.localStorage : globalThis.sessionStorage
    } catch {
      return undefined
    }
  }
  const notify = () => {
    for (const changed of listeners) changed()
  }
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify()
  }
  return {
    read() {
      const now = storage()?.getItem(key) ?? null
      if (now !== text) {
        text = now
        value = parsed(now, envelope) ?? fallback
      }
      return value
    },
    write(next) {
      try {
        storage()?.setItem(key, JSON.stringify({ version, value: next }))
      } catch {
        // The storage is full or forbidden: the value lasts until the next visit.
        text = storage()?.getItem(key) ?? null
        value = next
      }
      notify()
    },
    clear() {
      storage()?.removeItem(key)
      notify()
    },
    subscribe(changed) {
      if (listeners.size === 0) globalThis.addEventListener('storage', fromElsewhere)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) globalThis.removeEventListener('storage', fromElsewhere)
      }
    },
  }
}

function parsed<T>(text: string | null, envelope: v.GenericSchema<unknown, { value: T }>): T | undefined {
  if (text === null) return undefined
  try {
    const result = v.safeParse(envelope, JSON.parse(text))
    return result.success ? result.output.value : undefined
  } catch {
    return undefined
  }
}
