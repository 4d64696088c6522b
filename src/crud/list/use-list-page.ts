import { useMemo } from 'react'
import type { ListRow } from '../grid/list-table.ts'
import { allOf } from '../query/filter-conditions.ts'
import { fitSearch } from '../query/list-params.ts'
import { useSeenDescription } from '../row/use-seen-description.ts'
import type { ListInnerProps, ResourcePageProps } from './page-props.ts'

/** The props of a list page with what the user may see of the resource, and with the search that finds the rows. */
export function useListPage<TRow extends ListRow, TForm>(
  props: ResourcePageProps<TRow, TForm>,
): ListInnerProps<TRow, TForm> {
  const { preset } = props
  const description = useSeenDescription(props.description)
  const own = useMemo(() => fitSearch(props.search, description), [props.search, description])
  const search = useMemo(() => (preset ? { ...own, filter: allOf(preset, own.filter) } : own), [own, preset])
  return { ...props, description, search, ownSearch: own }
}
