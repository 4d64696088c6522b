import { useMemo } from 'react'
import type { ListRow } from '../grid/list-table.ts'
import { allOf } from '../query/filter-conditions.ts'
import { fitSearch } from '../query/list-params.ts'
import { FlatPage } from './flat-page.tsx'
import type { ResourcePageProps } from './page-props.ts'
import type { TreeRow } from './tree.ts'
import { TreePage } from './tree-page.tsx'

/**
 * The list screen of a resource, built from its description: search, sorting, pages or a tree. Users with the rights
 * can add, edit and delete rows. The state of the screen is in the URL.
 */
export function ResourcePage<TRow extends ListRow & TreeRow, TForm>(props: ResourcePageProps<TRow, TForm>) {
  const { preset } = props
  const own = useMemo(() => fitSearch(props.search, props.description), [props.search, props.description])
  const search = useMemo(() => (preset ? { ...own, filter: allOf(preset, own.filter) } : own), [own, preset])
  const page = { ...props, search, ownSearch: own }
  // A resource is always a tree or never one, so the two pages never replace each other.
  return props.description.tree ? <TreePage {...page} /> : <FlatPage {...page} />
}
