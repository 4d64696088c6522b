import type { AnyRoute, AnyRouteMatch, NavigateOptions, UseNavigateResult } from '@tanstack/react-router'
import { createContext, use } from 'react'

type Page = {
  match: Pick<AnyRouteMatch, 'routeId' | 'search' | 'params' | 'context'>
  navigate(options: NavigateOptions): Promise<void>
}

export const TabPageContext = createContext<Page | null>(null)

/** What a page in a tab is given. */
export type TabPage<TRoute extends AnyRoute> = {
  search: TRoute['types']['fullSearchSchema']
  params: TRoute['types']['allParams']
  context: TRoute['types']['allContext']
  /** Like the router's own. A page that is not on screen changes only where its tab will be, never what is shown. */
  navigate: UseNavigateResult<TRoute['types']['fullPath']>
}

/**
 * Search, params and navigate of a route whose page has a tab (`staticData: { addTab: true }`). They stay as they were
 * while other pages are shown; the route's own hooks would follow those, or fail.
 */
export function useTabPage<TRoute extends AnyRoute>(route: TRoute): TabPage<TRoute> {
  const page = use(TabPageContext)
  if (!page || page.match.routeId !== route.id)
    throw new Error(`${route.id} has no tab: its staticData does not say addTab`)
  const { search, params, context } = page.match
  // Seam: the match is the route's own, as was just made sure of.
  return { search, params, context, navigate: page.navigate as TabPage<TRoute>['navigate'] }
}
