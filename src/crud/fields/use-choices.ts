import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { type ChoiceSource, namesQuery } from '../calls/choice-source.ts'

const SEARCH_AFTER = 300

type Wanted = {
  /** What somebody types, asked for once it rests. */
  text: string
  parent?: string
  /** Choices are asked for when somebody comes to look. */
  enabled?: boolean
}

/** The choices of a relation, page after page. */
export function useChoices(source: ChoiceSource, { text, parent, enabled = true }: Wanted) {
  const wanted = useDebounced(text.trim(), SEARCH_AFTER)
  const query = useInfiniteQuery({
    queryKey: [...source.key, { quickSearch: wanted, parent: parent ?? null }],
    queryFn: ({ pageParam, signal }) => source.load({ quickSearch: wanted, page: pageParam, parent }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // Long enough for the other controls of a form that ask for the same.
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

/** Names of chosen rows that nobody has named yet. */
export function useNames(source: ChoiceSource, values: readonly (string | number)[]) {
  return useQuery(namesQuery(source, values)).data
}

/**
 * The key of a box that shows what is chosen: it takes the name when it is made, and a name that comes later makes it
 * anew. Not once somebody has opened its list, which would close under them: it then takes the name on being left.
 */
export function useBoxKey(named: boolean, looked: boolean): string {
  const [made, setMade] = useState(named)
  if (made !== named && !looked) setMade(named)
  return made ? 'named' : 'unnamed'
}
