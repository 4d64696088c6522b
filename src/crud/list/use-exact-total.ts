import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults, searchKey } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'

/** The exact number of rows of a search, once somebody has asked for it. */
export function useExactTotal<TRow>(resource: Pick<ListClient<TRow>, 'list'>, search: ListSearch) {
  const key = searchKey(search)
  const [asked, setAsked] = useState<string>()
  const { quickSearch, filter } = search
  // One row is enough: the count is what is wanted.
  const params = listParams({ ...listDefaults, limit: 1, quickSearch, filter })
  const { data, isFetching } = useQuery({
    ...resource.list({ ...params, count: 'exact' }),
    enabled: asked === key,
    placeholderData: undefined,
    staleTime: 60_000,
  })
  return { exact: asked === key ? data?.total : undefined, counting: isFetching, ask: () => setAsked(key) }
}
