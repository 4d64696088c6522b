import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { clearBrowserCaches } from '#src/features/cache/clear-browser.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ClearCache } from '#src/layout/clear-cache.tsx'
import { layout } from '#src/layout/config/layout-store.ts'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { keptCode } from '#src/lib/line.ts'
import { toaster } from '#src/ui/toast.tsx'

// What a press needs loads with the press.
const functions = keptCode(() => import('#src/features/cache/cache.functions.ts'))
const clearServer = async (type: 'server' | 'all') => (await functions()).clearServerCache({ data: { type } })

/** Clears caches, reloads the data on the screen and shows a message. Undefined for all users except super admins. */
export function useClearCache(holder: { super: boolean }): ClearCache | undefined {
  const client = useQueryClient()
  const router = useRouter()
  if (!holder.super) return undefined
  return async (type) => {
    try {
      const said = type === 'browser' ? m.cache_browserCleared() : await clearServer(type).catch(leaveWhenSignedOut)
      if (type !== 'server') {
        await clearBrowserCaches(client)
        layout.restore()
      }
      await router.invalidate()
      toaster.success(said)
    } catch (error) {
      toastFailure(error)
    }
  }
}
