import { type AnyRoute, stripSearchParams } from '@tanstack/react-router'
import type { ListTab } from '#src/crud/list/list-tab.ts'
import type { ListLoading } from '#src/crud/list/load-list.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { type ListSearch, listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { PageTitle } from '#src/layout/page-title.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodesOf, type ResourceKey, registry } from '#src/resource/registry.ts'
import { nodeGuard } from './guards.ts'
import { pending } from './pending-page.tsx'

// Every page loads the routes, and most do without the code of lists.
const rows = keptCode(() => import('./first-rows.ts'))

/** Search of a list page and of the root route. */
type FullSearch = ListSearch & { lang?: Locale }

/** `exam-scheme` as `examScheme`. */
type Camel<T extends string> = T extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : T

/** The resources whose list has a page. Each needs a title, `pagesTitle_examScheme` for `exam-scheme`. */
type ListKey = { [K in ResourceKey]: `pagesTitle_${Camel<K>}` extends PageTitle ? K : never }[ResourceKey]

/**
 * The options that the route of a resource's list needs besides its component: the search in the URL, the guard of the
 * node, the title, a tab, the first rows, and the outline that is shown while it loads.
 * @param tabs the tabs over the list, when it has several under filters of their own
 */
export function listRoute<K extends ListKey>(key: K, tabs?: readonly ListTab[]) {
  const { index } = nodesOf({ key, menu: registry[key].menu })
  return {
    validateSearch: listSearch,
    search: { middlewares: [stripSearchParams<FullSearch>(listDefaults)] },
    staticData: { title: titleOf(key), node: index, addTab: true as const },
    beforeLoad: nodeGuard(index),
    loaderDeps: ({ search }: { search: ListSearch }) => search,
    loader: async (loading: ListLoading) => {
      const loaded = rows().then(({ firstRows }) => firstRows(loading, key, tabs))
      if (loading.cause !== 'stay') return loaded
      // An open page asks for its rows itself, and says there why it gets none.
      void loaded.catch(() => undefined)
    },
    ...pending,
  }
}

function titleOf(key: ListKey): PageTitle {
  // Seam: the type of the key says that this title exists.
  return `pagesTitle_${key.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())}` as PageTitle
}

type ListRoute = AnyRoute & { types: { fullSearchSchema: ListSearch } }

/** The properties that the page of a list route gets from its tab. */
export function useListTab<TRoute extends ListRoute>(route: TRoute): ListPageProps {
  const { search, patchSearch } = useTabPage(route)
  return { search, onSearch: patchSearch }
}
