import type { MemberNode } from '#src/resource/member-pages.ts'
import type { Node } from '#src/resource/registry.ts'
import type { PageTitle } from './page-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title. The browser tab shows it before the site's name. */
    title?: PageTitle
    /** The permission node that the page requires. */
    node?: Node | MemberNode
    /** Every signed-in user may see the page, without a permission node and without a menu entry. */
    forAll?: true
    /**
     * The page gets a tab, and keeps its state in the background if its menu entry says so. Its component takes search,
     * params and navigate from `useTabPage(Route)`. The route's own hooks fail when another page is shown.
     */
    addTab?: true
  }
}
