import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the page reacts to people. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
