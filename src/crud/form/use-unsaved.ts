import { use, useInsertionEffect } from 'react'
import { UnsavedPlace, watchUnsaved } from '#src/layout/unsaved.ts'
import { useStable } from '#src/lib/use-stable.ts'

/**
 * Asks the user before this form's content is lost: when its tab closes or reloads, and when the browser leaves.
 * @param open false while there is no form
 */
export function useUnsaved({ isDirty, drop }: { isDirty(): boolean; drop(): void }, open = true): void {
  const place = use(UnsavedPlace)
  const dirty = useStable(isDirty)
  const forget = useStable(drop)
  // Other effects stop while the form's tab is hidden, but its content can still be lost.
  useInsertionEffect(
    () => (open ? watchUnsaved({ place, isDirty: dirty, drop: forget }) : undefined),
    [place, dirty, forget, open],
  )
}
