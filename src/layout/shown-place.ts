import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { pathOf } from './tabs/tab-path.ts'

/**
 * Path and query of the page on the screen: the one that menus and tabs name. While another page loads, it
 * is the page before, until that other page shows itself or what it begins with.
 */
export function useShownPlace(): string {
  return useRouterState<AnyRouter, string>({
    select: ({ matches, location, resolvedLocation }) => {
      const arrived = pathOf(matches.at(-1)?.pathname ?? '') === pathOf(location.pathname)
      return (arrived || !resolvedLocation ? location : resolvedLocation).href
    },
  })
}
