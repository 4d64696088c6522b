import { failureText } from '#src/backend/failure-text.ts'
import { dropDrafts } from '#src/crud/form/draft.ts'
import { knownPerson } from '#src/features/auth/known-person.ts'
import { tabStore } from '#src/layout/tabs/tab-store.ts'
import { dropUnsaved } from '#src/layout/unsaved.ts'
import type { Side } from '#src/lib/side.ts'
import { toaster } from '#src/ui/toast.tsx'

/** Signs out. Only when the back end agreed is the page reloaded, and with it everything local gone. */
export function useSignOut(side: Side) {
  return async () => {
    try {
      const { signOut } = await import('#src/features/auth/auth.functions.ts')
      await signOut({ data: { side } })
    } catch (error) {
      toaster.error(failureText(error))
      return
    }
    // What was typed and not saved belongs to the person who leaves.
    dropUnsaved()
    dropDrafts()
    knownPerson[side].clear()
    if (side === 'admin') tabStore.forget()
    window.location.reload()
  }
}
