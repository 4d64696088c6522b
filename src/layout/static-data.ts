import type { Node } from '#src/crud/registry.ts'
import type { PageTitle } from './page-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown as the page's title, before the site's name. */
    title?: PageTitle
    /** The node that the page asks for. */
    node?: Node
  }
}
