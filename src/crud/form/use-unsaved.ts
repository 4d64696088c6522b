import { use, useInsertionEffect } from 'react'
import { UnsavedPlace, watchUnsaved } from '#src/layout/unsaved.ts'
import { useStable } from '#src/lib/use-stable.ts'

/**
 * Asks people before this form's content is lost: when its tab is closed or loaded again, and when the browser leaves.
 * @param open false while there is no form to speak of
 */
export function useUnsaved({ isDirty, drop }: { isDirty(): boolean; drop(): void }, open = true): void {
  const place = use(UnsavedPlace)
  const dirty = useStable(isDirty)
  const forget = useStable(drop)
  // Other effects are undone while the form's tab is hidden, and its content is still there to be lost.
  useInsertionEffect(
    () => (open ? watchUnsaved({ place, isDirty: dirty, drop: forget }) : undefined),
    [place, dirty, forget, open],
  )
}
