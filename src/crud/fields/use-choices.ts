import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { type ChoiceSource, namesQuery } from '../calls/choice-source.ts'

const SEARCH_AFTER = 300

type Wanted = {
  /** The search text. The query runs after the user stops typing. */
  text: string
  parent?: string
  /** False until the user opens the list, so that nothing loads before. */
  enabled?: boolean
}

/** The choices of a relation, loaded page by page. */
export function useChoices(source: ChoiceSource, { text, parent, enabled = true }: Wanted) {
  const wanted = useDebounced(text.trim(), SEARCH_AFTER)
  const query = useInfiniteQuery({
    queryKey: [...source.key, { quickSearch: wanted, parent: parent ?? null }],
    queryFn: ({ pageParam, signal }) => source.load({ quickSearch: wanted, page: pageParam, parent }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // Long enough for other controls of a form that load the same choices.
    staleTime: 10_000,
    enabled,
  })
  return {
    options: query.data?.pages.flatMap((page) => page.list) ?? [],
    error: query.error,
    loading: query.isFetching || text.trim() !== wanted,
    hasMore: query.hasNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
  }
}

/** The names of chosen rows whose names are not known yet. */
export function useNames(source: ChoiceSource, values: readonly (string | number)[]) {
  return useQuery(namesQuery(source, values)).data
}

/**
 * The React key of a box that shows the selection. The box reads the name only on mount, so a name that loads later
 * remounts it. After the user has opened its list, a remount would close the list. The box then takes the name on blur.
 */
export function useBoxKey(named: boolean, looked: boolean): string {
  const [made, setMade] = useState(named)
  if (made !== named && !looked) setMade(named)
  return made ? 'named' : 'unnamed'
}
