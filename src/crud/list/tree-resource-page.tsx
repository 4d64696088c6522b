import { FailureScope } from '../cells/failure-scope.tsx'
import type { ListRow } from '../grid/list-table.ts'
import type { PageParts, ResourcePageProps } from './page-props.ts'
import type { TreeRow } from './tree.ts'
import { TreePage } from './tree-page.tsx'
import { useListPage } from './use-list-page.ts'

/** The list screen of a resource whose rows form a tree. A module of its own: no list loads the code of the other. */
export function TreeResourcePage<TRow extends ListRow & TreeRow, TForm, TCells, TControls>(
  props: ResourcePageProps<TRow, TForm> & PageParts<TRow, TForm, TCells, TControls>,
) {
  return (
    <FailureScope resource={props.resource.key}>
      <TreePage {...useListPage(props)} />
    </FailureScope>
  )
}
