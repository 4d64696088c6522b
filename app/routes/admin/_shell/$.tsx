import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { useModulePage } from '#src/features/modules/module-page.queries.ts'
import { RuntimeResourcePage } from '#src/features/resources/runtime-resource.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toLoading } from '../../../guards.ts'
import { loadRuntimeResource } from '../../../load-runtime-resource.ts'
import { pending } from '../../../pending-page.tsx'

const guard = keptCode(() => import('../../../runtime-resource-guard.ts'))

const ModuleTextPage = lazyPart(
  async () => (await import('#src/features/modules/module-text.page.tsx')).ModuleTextPage,
  <SkeletonRows rows={6} />,
)

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
  component: RuntimePage,
})

function RuntimePage() {
  const { search, params, patchSearch } = useTabPage(Route)
  const path = params._splat ?? ''
  const page = useModulePage(path)
  if (page) return <ModuleTextPage page={page} />
  return <RuntimeResourcePage path={path} search={search} onSearch={patchSearch} />
}
