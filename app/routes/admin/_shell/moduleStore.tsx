import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, rootRouteId, stripSearchParams, useRouter } from '@tanstack/react-router'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { StorePage } from '#src/features/modules/store.page.tsx'
import { storeQuery } from '#src/features/modules/store.queries.ts'
import { type StoreSearch, storeSearch } from '#src/features/modules/store-search.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard, optional } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/moduleStore')({
  validateSearch: storeSearch,
  search: { middlewares: [stripSearchParams<StoreSearch>(listDefaults)] },
  staticData: { title: 'pagesTitle_moduleStore', node: 'moduleStore/index', addTab: true },
  beforeLoad: nodeGuard('moduleStore/index'),
  loader: async ({ context: { queryClient } }) => {
    // The index may be on another machine: the page is there before it has answered.
    if (typeof window === 'undefined') await optional(queryClient, storeQuery)
    else void queryClient.prefetchQuery(storeQuery)
  },
  ...pending,
  component: Store,
})

function Store() {
  const { search, patchSearch } = useTabPage(Route)
  const client = useQueryClient()
  const router = useRouter()
  return (
    <StorePage
      search={search}
      onSearch={patchSearch}
      onSite={async () => {
        // The document has the settings of the site from the loader of the root.
        await client.refetchQueries({ queryKey: siteQuery.queryKey })
        await router.invalidate({ filter: ({ routeId }) => routeId === rootRouteId })
      }}
    />
  )
}
