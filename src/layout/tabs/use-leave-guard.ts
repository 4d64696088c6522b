import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { dropUnsaved, hasUnsaved, watchForms } from '../unsaved.ts'

type LeaveGuard = {
  /** The places of unsaved content (`UnsavedPlace`) that are gone after a navigation between two paths. */
  lostBy(from: string, to: string): string[]
  /** Asks whether unsaved content may be discarded. */
  mayDiscard(places: string[]): Promise<boolean>
}

/** Asks the user before a navigation loses unsaved content. Closing and reloading the window: `watchUnsaved`. */
export function useLeaveGuard({ lostBy, mayDiscard }: LeaveGuard): void {
  const { history } = useRouter()
  const mustStay = useStable(async (from: string, to: string) => {
    const unsaved = lostBy(from, to).filter((place) => hasUnsaved(place))
    if (unsaved.length === 0) return false
    if (!(await mayDiscard(unsaved))) return true
    dropUnsaved(...unsaved)
    return false
  })
  useEffect(() => {
    // The router's own hook would also delay the leaving of pages that have no form.
    let unblock: (() => void) | undefined
    const free = () => {
      unblock?.()
      unblock = undefined
    }
    const stop = watchForms((needed) => {
      if (!needed) return free()
      unblock ??= history.block({
        blockerFn: ({ currentLocation, nextLocation }) => mustStay(currentLocation.pathname, nextLocation.pathname),
        enableBeforeUnload: false,
      })
    })
    return () => {
      stop()
      free()
    }
  }, [history, mustStay])
}
