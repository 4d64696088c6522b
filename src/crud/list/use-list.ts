import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '../crud-client.ts'
import type { Description } from '../description.ts'
import type { ListClient } from './list-client.ts'
import { fitSearch, listParams } from './list-params.ts'
import type { ListSearch } from './list-search.ts'
import type { ListRow } from './list-table.ts'

const nothing: ListAnswer<never> = { list: [], total: 0, labels: {} }

/** The rows that a page's search asks for. The rows at hand stay until the next ones are there. */
export function useList<TRow extends ListRow>(
  resource: ListClient<TRow>,
  description: Description,
  search: ListSearch,
) {
  const answer = useQuery({
    ...resource.list(listParams(fitSearch(search, description), description.tree)),
    placeholderData: keepPreviousData,
  })
  return {
    ...(answer.data ?? nothing),
    /** Nothing has come yet. */
    pending: answer.data === undefined && !answer.error,
    /** The rows on screen are of another search. */
    old: answer.isPlaceholderData,
    isFetching: answer.isFetching,
    error: answer.error,
    failed: answer.data === undefined && answer.error !== null,
    refetch: () => void answer.refetch(),
  }
}
