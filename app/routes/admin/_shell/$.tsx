import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { RuntimeResourcePage } from '#src/features/resources/runtime-resource.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { toLoading } from '../../../guards.ts'
import { loadRuntimeResource } from '../../../load-runtime-resource.ts'
import { pending } from '../../../pending-page.tsx'

const guard = keptCode(() => import('../../../runtime-resource-guard.ts'))

/** Any path that no other route matches: a runtime resource, or a missing page. */
export const Route = createFileRoute('/admin/_shell/$')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { addTab: true },
  beforeLoad: async ({ context, params, location }) => {
    const { runtimeResourceGuard } = await guard()
    if (!(await runtimeResourceGuard(context, params._splat ?? ''))) toLoading('admin')({ location })
  },
  loaderDeps: ({ search }) => search,
  loader: (route) => loadRuntimeResource(route, route.params._splat ?? ''),
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: loaderData.title }] }),
  ...pending,
  component: RuntimePage,
})

function RuntimePage() {
  const { search, params, patchSearch } = useTabPage(Route)
  return <RuntimeResourcePage path={params._splat ?? ''} search={search} onSearch={patchSearch} />
}
