import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { useModulePage } from '#src/features/modules/module-page.queries.ts'
import { RuntimeResourcePage } from '#src/features/resources/runtime-resource.page.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

const ModuleTextPage = lazyPart(
  async () => (await import('#src/features/modules/module-text.page.tsx')).ModuleTextPage,
  <SkeletonRows rows={6} />,
)

/** A page from the database: the text of a module, or the list of a runtime resource. */
export function RuntimePage(props: ListPageProps & { path: string }) {
  const page = useModulePage(props.path)
  return page ? <ModuleTextPage page={page} /> : <RuntimeResourcePage {...props} />
}
