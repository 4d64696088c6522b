import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { StorePage } from '#src/features/modules/store.page.tsx'
import { storeQuery } from '#src/features/modules/store.queries.ts'
import { type StoreSearch, storeSearch } from '#src/features/modules/store-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard, optional } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'
import { useSiteChanged } from '../../../use-site-changed.ts'

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
  return <StorePage search={search} onSearch={patchSearch} onSite={useSiteChanged()} />
}
