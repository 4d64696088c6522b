import { infiniteQueryOptions } from '@tanstack/react-query'
import { type NoticeReader, noticesKey } from './notice.queries.ts'

/** The notices, page by page. Always fetched again (`staleTime` 0), because the panel shows those of this moment. */
export const noticesQuery = ({ side, owner, calls }: NoticeReader, unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(side, owner), 'list', unreadOnly],
    queryFn: ({ pageParam }) => calls.page({ before: pageParam ?? undefined, unread: unreadOnly ? '1' : undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })
