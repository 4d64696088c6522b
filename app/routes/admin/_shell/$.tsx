import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { toLoading } from '../../../guards.ts'
import { loadRuntimeResource } from '../../../load-runtime-resource.ts'
import { pending } from '../../../pending-page.tsx'
import { RuntimePage } from '../../../runtime-page.tsx'

const guard = keptCode(() => import('../../../runtime-resource-guard.ts'))

/** Any path that no other route matches: a runtime resource, a page of a module, or a missing page. */
export const Route = createFileRoute('/admin/_shell/$')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { addTab: true },
  beforeLoad: async ({ context, params, location }) => {
    const { runtimePageGuard } = await guard()
    if (!(await runtimePageGuard(context, params._splat ?? ''))) toLoading('admin')({ location })
  },
  loaderDeps: ({ search }) => search,
  loader: (route) => loadRuntimeResource(route, route.params._splat ?? ''),
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: loaderData.title }] }),
  ...pending,
  component: Page,
})

function Page() {
  const { search, params, patchSearch } = useTabPage(Route)
  return <RuntimePage path={params._splat ?? ''} search={search} onSearch={patchSearch} />
}
