import { useSyncExternalStore } from 'react'
import type { LocalStore } from './local-store.ts'

/**
 * Reads a stored value in a component and renders again when it changes.
 * @param atFirst the value that the server rendered; used until hydration is complete
 */
export function useLocalStore<T>(from: LocalStore<T>, atFirst: T): T {
  return useSyncExternalStore(from.subscribe, from.read, () => atFirst)
}
