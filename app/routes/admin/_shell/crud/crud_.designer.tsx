import { createFileRoute } from '@tanstack/react-router'
import { DesignerPage } from '#src/features/generator/designer.page.tsx'
import { designerSearch } from '#src/features/generator/designer-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/crud/crud_/designer')({
  validateSearch: designerSearch,
  staticData: { title: 'pagesTitle_designer', node: 'crud/crud/index', addTab: true },
  beforeLoad: nodeGuard('crud/crud/index'),
  ...pending,
  component: Design,
})

function Design() {
  const { search, patchSearch } = useTabPage(Route)
  return (
    <DesignerPage
      search={search}
      onTab={(tab) => patchSearch({ tab: tab === 'design' ? undefined : tab }, { replace: true })}
      onSource={({ key }) => patchSearch({ key, log: undefined, table: undefined, tab: undefined }, { replace: true })}
    />
  )
}
