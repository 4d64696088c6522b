import * as v from 'valibot'
import type { StorageKey } from './storage-keys.ts'

export type LocalStore<T> = {
  /** The stored value; the fallback when there is none, or one that another release wrote. The same object until it changes. */
  read(): T
  /** Never throws: a full or forbidden storage only forgets. */
  write(value: T): void
  clear(): void
  /** Calls back on every change, in other windows of the browser too. */
  subscribe(changed: () => void): () => void
}

type Options<T> = {
  key: StorageKey | `${StorageKey}:${string}`
  /** Raised when the shape changes: values of another version count as none. */
  version: number
  schema: v.GenericSchema<unknown, T>
  fallback: T
  /** `session`: gone with the browser tab. */
  keep?: 'local' | 'session'
}

/** A value in the browser's storage, checked when it is read: an old or broken one never breaks a new release. */
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
  const tell = () => {
    for (const changed of listeners) changed()
  }
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell()
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
        // Full or forbidden: the choice holds until the next visit.
        text = storage()?.getItem(key) ?? null
        value = next
      }
      tell()
    },
    clear() {
      storage()?.removeItem(key)
      tell()
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
