import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { StorePage } from '#src/features/modules/store.page.tsx'
import { type StoreSearch, storeSearch } from '#src/features/modules/store-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodeGuard } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'
import { useSiteChanged } from '../../../use-site-changed.ts'

// Only the server loads the cards: in the browser, the page asks itself.
const first = keptCode(() => import('../../../first-modules.ts'))

export const Route = createFileRoute('/admin/_shell/moduleStore')({
  validateSearch: storeSearch,
  search: { middlewares: [stripSearchParams<StoreSearch>(listDefaults)] },
  staticData: { title: 'pagesTitle_moduleStore', node: 'moduleStore/index', addTab: true },
  beforeLoad: nodeGuard('moduleStore/index'),
  loader: async ({ context }) => {
    if (typeof window === 'undefined') await (await first()).firstModules(context)
  },
  ...pending,
  component: Store,
})

function Store() {
  const { search, patchSearch } = useTabPage(Route)
  return <StorePage search={search} onSearch={patchSearch} onSite={useSiteChanged()} />
}
