import { useBlocker } from '@tanstack/react-router'
import { dropUnsaved, hasUnsaved } from '../unsaved.ts'

type LeaveGuard = {
  /** The places of unsaved content (`UnsavedPlace`) that are gone after a navigation. */
  lostBy(from: { pathname: string }, to: { pathname: string; routeId: string }): string[]
  /** Asks whether unsaved content may be discarded. */
  mayDiscard(places: string[]): Promise<boolean>
}

/** Asks the user before a navigation loses unsaved content. Closing and reloading the window: `watchUnsaved`. */
export function useLeaveGuard({ lostBy, mayDiscard }: LeaveGuard): void {
  useBlocker({
    enableBeforeUnload: false,
    async shouldBlockFn({ current, next }) {
      const unsaved = lostBy(current, next).filter((place) => hasUnsaved(place))
      if (unsaved.length === 0) return false
      if (!(await mayDiscard(unsaved))) return true
      dropUnsaved(...unsaved)
      return false
    },
  })
}
