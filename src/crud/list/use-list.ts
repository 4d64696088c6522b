import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listParams } from '../query/list-params.ts'
import type { ListSearch } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'
import { type ListState, listState } from './list-state.ts'

/** The rows that a page's search asks for. The rows at hand stay until the next ones are there. */
export function useList<TRow>(
  resource: Pick<ListClient<TRow>, 'list'>,
  search: ListSearch,
  enabled = true,
): ListState<TRow> {
  const query = resource.list(listParams(search))
  return listState(useQuery({ ...query, enabled, placeholderData: keepPreviousData }))
}
