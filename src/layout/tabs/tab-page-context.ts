import type { AnyRoute, AnyRouteMatch, NavigateOptions, UseNavigateResult } from '@tanstack/react-router'
import { createContext, use } from 'react'

type Page = {
  match: Pick<AnyRouteMatch, 'routeId' | 'search' | 'params' | 'context'>
  navigate(options: NavigateOptions): Promise<void>
}

export const TabPageContext = createContext<Page | null>(null)

/** The route data of a page in a tab. */
export type TabPage<TRoute extends AnyRoute> = {
  search: TRoute['types']['fullSearchSchema']
  params: TRoute['types']['allParams']
  context: TRoute['types']['allContext']
  /** Like the router's `navigate`. For a hidden page it changes only the search of its tab, not the current page. */
  navigate: UseNavigateResult<TRoute['types']['fullPath']>
  /** Changes some keys of the search, and keeps the others. */
  patchSearch(patch: Partial<TRoute['types']['fullSearchSchema']>, options?: { replace?: boolean }): void
}

/**
 * Returns search, params, context and navigate of a route with a tab (`staticData: { addTab: true }`). They stay the
 * same while other pages are shown. The route's own hooks would return the other page's data, or fail.
 * @throws Error when the route has no tab
 */
export function useTabPage<TRoute extends AnyRoute>(route: TRoute): TabPage<TRoute> {
  const page = use(TabPageContext)
  if (!page || page.match.routeId !== route.id)
    throw new Error(`${route.id} has no tab: its staticData does not say addTab`)
  const { search, params, context } = page.match
  const patchSearch: TabPage<TRoute>['patchSearch'] = (patch, options) =>
    void page.navigate({ search: (old: object) => ({ ...old, ...patch }), ...options })
  // Seam: the check above guarantees that the match belongs to this route.
  return { search, params, context, navigate: page.navigate as TabPage<TRoute>['navigate'], patchSearch }
}
