import { useSyncExternalStore } from 'react'
import type { LocalStore } from './local-store.ts'

/**
 * A stored value in a component.
 * @param atFirst what the server rendered, until hydration is over
 */
export function useLocalStore<T>(from: LocalStore<T>, atFirst: T): T {
  return useSyncExternalStore(from.subscribe, from.read, () => atFirst)
}
