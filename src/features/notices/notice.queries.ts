import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Side } from '#src/lib/side.ts'
import { getNotices, getUnread } from './notice.functions.ts'

export type NoticeEntry = Awaited<ReturnType<typeof getNotices>>['list'][number]

export const noticesKey = (side: Side, owner: number) => ['notices', side, owner] as const

/** How many notices are unread. */
export const unreadQuery = (side: Side, owner: number) =>
  queryOptions({ queryKey: [...noticesKey(side, owner), 'unread'], queryFn: () => getUnread({ data: { side } }) })

/** The notices, page by page. Always fetched again (`staleTime` 0), because the panel shows those of this moment. */
export const noticesQuery = (side: Side, owner: number, unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(side, owner), 'list', unreadOnly],
    queryFn: ({ pageParam }) =>
      getNotices({ data: { side, before: pageParam ?? undefined, unread: unreadOnly ? '1' : undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })
