import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listParams } from '../query/list-params.ts'
import type { ListSearch } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'
import { type ListState, listState } from './list-state.ts'

/** The rows of a page's search. The current rows stay until the next ones arrive. */
export function useList<TRow>(
  resource: Pick<ListClient<TRow>, 'list'>,
  search: ListSearch,
  enabled = true,
): ListState<TRow> {
  const query = resource.list(listParams(search))
  return listState(useQuery({ ...query, enabled, placeholderData: keepPreviousData }))
}
