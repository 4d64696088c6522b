import { type AnyRoute, stripSearchParams } from '@tanstack/react-router'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { type ListSearch, listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { PageTitle } from '#src/layout/page-title.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import type { Node } from '#src/resource/registry.ts'
import { nodeGuard } from './guards.ts'

/** Search of a list page and of the root route. */
type FullSearch = ListSearch & { lang?: Locale }

/** The options that the routes of all lists share: the search in the URL, the guard of the node, and a tab. */
export function listRoute(node: Node, title: PageTitle) {
  return {
    validateSearch: listSearch,
    search: { middlewares: [stripSearchParams<FullSearch>(listDefaults)] },
    staticData: { title, node, addTab: true as const },
    beforeLoad: nodeGuard(node),
    loaderDeps: ({ search }: { search: ListSearch }) => search,
  }
}

type ListRoute = AnyRoute & { types: { fullSearchSchema: ListSearch } }

/** The properties that the page of a list route gets from its tab. */
export function useListTab<TRoute extends ListRoute>(route: TRoute): ListPageProps {
  const { search, patchSearch } = useTabPage(route)
  return { search, onSearch: patchSearch }
}
