import { useMemo } from 'react'
import type { ListRow } from '../grid/list-table.ts'
import { fitSearch } from '../query/list-params.ts'
import { FlatPage } from './flat-page.tsx'
import type { ResourcePageProps } from './page-props.ts'
import type { TreeRow } from './tree.ts'
import { TreePage } from './tree-page.tsx'

/**
 * The list screen of a resource, made from its description: search, sort, pages or a tree, and adding, editing and
 * deleting for those who may. Its state is in the URL.
 */
export function ResourcePage<TRow extends ListRow & TreeRow, TForm>(props: ResourcePageProps<TRow, TForm>) {
  const search = useMemo(() => fitSearch(props.search, props.description), [props.search, props.description])
  // A resource is a tree or not for good: the two pages never take each other's place.
  return props.description.tree ? <TreePage {...props} search={search} /> : <FlatPage {...props} search={search} />
}
