import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import { ChangeList } from '#src/crud/history/change-list.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { adminOwn } from './own-account.api.server.ts'
import { OwnCard } from './own-card.tsx'
import { ownChangesKey } from './own-changes-key.ts'

const changes = getting<(typeof adminOwn)['changes']>('/adminApi/user/changes')
const queryKey = ownChangesKey

/** Always fetched again (`staleTime` 0): the user comes here to see what has just happened. */
const ownChangesQuery = infiniteQueryOptions({
  queryKey,
  queryFn: ({ pageParam, signal }) => changes(pageParam === null ? {} : { before: pageParam }, signal),
  initialPageParam: null as number | null,
  getNextPageParam: (last) => last.next,
  staleTime: 0,
})

/** What the user has changed in the back office, the newest first, page by page. */
export function OwnChanges() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ownChangesQuery)
  const list = data?.pages.flatMap((page) => page.list)
  return (
    <OwnCard heading={m.ownChanges_title()} text={m.ownChanges_text()} wide>
      {list ? (
        <>
          {list.length === 0 && !hasNextPage && <p className="px-5 py-4 text-muted">{m.ownChanges_none()}</p>}
          <ChangeList data={list} mine onUndone={() => client.invalidateQueries({ queryKey })} />
          {hasNextPage && (
            <div className="flex justify-center border-t border-line p-2">
              <Button variant="ghost" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {m.ownChanges_more()}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </OwnCard>
  )
}
