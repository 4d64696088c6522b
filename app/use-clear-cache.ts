import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { clearServerCache } from '#src/features/cache/cache.functions.ts'
import { clearBrowserCaches } from '#src/features/cache/clear-browser.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'

/** Which caches a person wants emptied. */
export type CacheType = 'server' | 'browser' | 'all'

/** Clears caches and says so; what is on the screen is loaded anew. */
export function useClearCache() {
  const client = useQueryClient()
  const router = useRouter()
  return async (type: CacheType) => {
    try {
      const said =
        type === 'browser'
          ? m.cache_browserCleared()
          : await clearServerCache({ data: { type } }).catch(leaveWhenSignedOut)
      if (type !== 'server') await clearBrowserCaches(client)
      await router.invalidate()
      toaster.success(said)
    } catch (error) {
      toaster.error(failureText(error))
    }
  }
}
