import { type StorageKey, storageKeys } from './storage-keys.ts'

/**
 * Removes what is kept in the browser under our keys, but for `except`. Everything that was read with `stored` returns
 * to its fallback at once. What people have typed is no cache: drafts have keys of their own and stay.
 */
export function clearLocalStores(except: readonly StorageKey[] = []): void {
  const keys = Object.values(storageKeys).filter((key) => !except.includes(key))
  for (const storage of [storageOf('localStorage'), storageOf('sessionStorage')]) {
    for (const name of Object.keys(storage ?? {})) {
      if (keys.some((key) => name === key || name.startsWith(`${key}:`))) storage?.removeItem(name)
    }
  }
  // The browser tells other windows by itself; this is for our own.
  globalThis.dispatchEvent(new StorageEvent('storage', { key: null }))
}

function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
