import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useCan } from './can.tsx'
import { pagePlaceOf } from './place.ts'

/** Returns a function that navigates to a path from data. It shows a message when it does not navigate. */
export function useGo(): (path: string) => Promise<void> {
  const router: AnyRouter = useRouter()
  const can = useStable(useCan())
  return useCallback(
    async (path) => {
      const place = pagePlaceOf(path)
      const target = router.buildLocation(place)
      const route = router.getMatchedRoutes(target.pathname)[2]
      // Of the splat routes (ids ending in $), only one with tabs can have a page.
      if (!route || (route.id.endsWith('$') && !route.options.staticData?.addTab))
        return toaster.error(m.navigation_invalidRoute())
      const { latestLocation, history } = router
      if (target.href === latestLocation.href) return toaster.hint(m.navigation_alreadyThere())
      // The page's own guard would send the user away.
      const { node } = route.options.staticData ?? {}
      if (node && !can(node)) return toaster.error(m.navigation_intercepted())
      // The router also asks the blockers of open pages, but does not report when one of them refuses.
      const asked = { currentLocation: history.location, nextLocation: parsed(target.href), action: 'PUSH' as const }
      for (const guard of history._getBlockers()) {
        if (await guard.blockerFn(asked)) return toaster.error(m.navigation_intercepted())
      }
      await router.navigate({ ...place, ignoreBlocker: true })
    },
    [router, can],
  )
}

function parsed(href: string) {
  const { pathname, search, hash } = new URL(href, 'http://x')
  return { href, pathname, search, hash, state: { __TSR_index: 0 } }
}
