import { type StorageKey, storageKeys } from './storage-keys.ts'

/**
 * Removes the product's values from the browser's storage, except the keys in `except`. Every `localStore` returns to
 * its fallback at once. Drafts of forms are not a cache: they have other keys and stay.
 */
export function clearLocalStores(except: readonly StorageKey[] = []): void {
  const keys = Object.values(storageKeys).filter((key) => !except.includes(key))
  for (const storage of [storageOf('localStorage'), storageOf('sessionStorage')]) {
    for (const name of Object.keys(storage ?? {})) {
      if (keys.some((key) => name === key || name.startsWith(`${key}:`))) storage?.removeItem(name)
    }
  }
  // The browser sends this event only to other windows. This one notifies the current window.
  globalThis.dispatchEvent(new StorageEvent('storage', { key: null }))
}

function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
