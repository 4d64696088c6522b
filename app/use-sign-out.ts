import { dropDrafts } from '#src/crud/form/draft-store.ts'
import { authCalls } from '#src/features/auth/auth-calls.ts'
import { knownPerson } from '#src/features/auth/known-person.ts'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { noticeLog } from '#src/layout/notices/notice-log.ts'
import { tabStore } from '#src/layout/tabs/tab-store.ts'
import { dropUnsaved } from '#src/layout/unsaved.ts'
import type { Side } from '#src/lib/side.ts'

/** Signs out. Only after the back end has confirmed, local data is removed and the page reloads. */
export function useSignOut(side: Side) {
  return async () => {
    let leaving: string | null
    try {
      const { signOut } = await authCalls()
      leaving = await signOut({ data: { side } })
    } catch (error) {
      toastFailure(error)
      return
    }
    // Unsaved input belongs to the signed-out user, so it is removed.
    dropUnsaved()
    dropDrafts()
    knownPerson[side].clear()
    if (side === 'admin') {
      tabStore.forget()
      noticeLog.clear()
    }
    if (leaving) window.location.assign(leaving)
    else window.location.reload()
  }
}
