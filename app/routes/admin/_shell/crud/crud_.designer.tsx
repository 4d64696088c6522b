import { createFileRoute } from '@tanstack/react-router'
import { DesignerPage } from '#src/features/generator/designer.page.tsx'
import type { DesignerTab } from '#src/features/generator/designer.tsx'
import type { DesignSource } from '#src/features/generator/generator.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { searchId, searchOneOf, searchReader, searchText } from '#src/lib/search-fields.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

/** What the design begins with: a screen, a row of the log, or a table. Without any, it is new. */
type DesignerSearch = { key?: string; log?: number; table?: string; tab?: DesignerTab }

export const Route = createFileRoute('/admin/_shell/crud/crud_/designer')({
  validateSearch: searchReader<DesignerSearch>({
    key: searchText,
    log: searchId,
    table: searchText,
    tab: searchOneOf(['design', 'preview', 'changes']),
  }),
  staticData: { title: 'pagesTitle_designer', node: 'crud/crud/generate', addTab: true },
  beforeLoad: nodeGuard('crud/crud/generate'),
  ...pending,
  component: Design,
})

function Design() {
  const { search, patchSearch } = useTabPage(Route)
  return (
    <DesignerPage
      source={sourceOf(search)}
      tab={search.tab ?? 'design'}
      onTab={(tab) => patchSearch({ tab: tab === 'design' ? undefined : tab }, { replace: true })}
      onSource={({ key }) => patchSearch({ key, log: undefined, table: undefined, tab: undefined }, { replace: true })}
    />
  )
}

function sourceOf({ key, log, table }: DesignerSearch): DesignSource | undefined {
  if (key !== undefined) return { key }
  if (log !== undefined) return { log }
  return table === undefined ? undefined : { table }
}
