import { useSyncExternalStore } from 'react'
import type { Stored } from './local-store.ts'

/**
 * A stored value in a component.
 * @param atFirst what the server rendered, until hydration is over
 */
export function useStored<T>(from: Stored<T>, atFirst: T): T {
  return useSyncExternalStore(from.subscribe, from.read, () => atFirst)
}
