import { FailureScope } from '../cells/failure-scope.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { FlatPage } from './flat-page.tsx'
import type { PageParts, ResourcePageProps } from './page-props.ts'
import { useListPage } from './use-list-page.ts'

/**
 * The list screen of a resource, built from its description: search, sorting, pages. Users with the rights can add,
 * edit and delete rows. The state of the screen is in the URL. A tree has `TreeResourcePage`.
 */
export function ResourcePage<TRow extends ListRow, TForm, TCells, TControls>(
  props: ResourcePageProps<TRow, TForm> & PageParts<TRow, TForm, TCells, TControls>,
) {
  if (props.description.tree) throw new Error(`${props.description.key} is a tree: use TreeResourcePage`)
  return (
    <FailureScope resource={props.resource.key}>
      <FlatPage {...useListPage(props)} />
    </FailureScope>
  )
}
