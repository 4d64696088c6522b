import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { type NoticeEntry, type NoticeReader, noticesKey, unreadKey } from './notice.queries.ts'
import { noticesQuery } from './notice-list.queries.ts'

/**
 * What concerns the user, page by page, and how it is marked as read.
 * @param viewing somebody views as this user, and marks nothing
 */
export function useOwnNotices(reader: NoticeReader, unreadOnly: boolean, viewing = false) {
  const client = useQueryClient()
  const { side, owner, calls } = reader
  const query = useInfiniteQuery(noticesQuery(reader, unreadOnly))
  const readAll = useMutation({
    mutationFn: () => calls.read({ all: true }).catch(leaveWhenSignedOut),
    onSuccess: (left) => client.setQueryData(unreadKey(side, owner), left),
    onError: (failure) => toastFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey(side, owner) }),
  })
  const mark = async (entry: NoticeEntry) => {
    if (viewing || entry.read) return
    const which = entry.source === 'notice' ? { ids: [entry.id] } : { announcementIds: [entry.id] }
    // Should this fail, the notice stays unread, and says so.
    const left = await calls.read(which).catch(() => undefined)
    if (left !== undefined) client.setQueryData(unreadKey(side, owner), left)
    await client.invalidateQueries({ queryKey: noticesKey(side, owner) })
  }
  const list = query.data?.pages.flatMap((page) => page.list)
  const unread = query.data?.pages[0]?.unread ?? 0
  return { ...query, list, unread, hasUnread: list?.some((entry) => !entry.read) || unread > 0, mark, readAll }
}
