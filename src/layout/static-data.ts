import type { Node } from '#src/resource/registry.ts'
import type { PageTitle } from './page-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown as the page's title, before the site's name. */
    title?: PageTitle
    /** The node that the page asks for. */
    node?: Node
    /** Whoever is signed in may see the page, without a node and without a menu. */
    forAll?: true
    /**
     * The page gets a tab, and stays alive behind the others if its menu says so. Its component takes search, params and
     * navigate from `useTabPage(Route)` and calls none of the route's own hooks, which fail once another page is shown.
     */
    addTab?: true
  }
}
