import * as v from 'valibot'
import type { Area } from '#src/layout/menu/menu-routes.ts'
import { keptCode } from '#src/lib/line.ts'
import { type RedirectTarget, redirectTargetOfSegment, redirectTargetSearch } from '#src/lib/redirect-target.ts'
import type { RouteContext } from './route-context.ts'

type Loading = { context: RouteContext; search: { to?: RedirectTarget }; params: { to?: string } }

const code = keptCode(() => import('./resolve-redirect.ts'))

/** The options that the loading routes of all areas share: they redirect as soon as the target is known. */
export function loadingRoute(area: Area) {
  return {
    validateSearch: v.object({ to: redirectTargetSearch }),
    staticData: { title: 'pagesTitle_loading' as const },
    beforeLoad: async ({ context, search, params }: Loading) => {
      const { resolveRedirect } = await code()
      return resolveRedirect(context, area, search.to ?? redirectTargetOfSegment(params.to))
    },
    pendingMs: 0,
  }
}
