import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Megaphone, MonitorSmartphone } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type NoticeEntry, type NoticeReader, noticesKey, unreadKey } from './notice.queries.ts'
import { noticesQuery } from './notice-list.queries.ts'

type OwnListProps = {
  reader: NoticeReader
  timeZone: string
  viewing: boolean
  onOpen(entry: NoticeEntry): void
}

/** What concerns the user, the newest first, page by page: all of it, or only what is unread. */
export function OwnList({ reader, timeZone, viewing, onOpen }: OwnListProps) {
  const client = useQueryClient()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    noticesQuery(reader, unreadOnly),
  )
  const readAll = useMutation({
    mutationFn: () => reader.calls.read({ all: true }).catch(leaveWhenSignedOut),
    onSuccess: (left) => client.setQueryData(unreadKey(reader.side, reader.owner), left),
    onError: (failure) => toastFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey(reader.side, reader.owner) }),
  })
  const mark = async (entry: NoticeEntry) => {
    if (viewing || entry.read) return
    const which = entry.source === 'notice' ? { ids: [entry.id] } : { announcementIds: [entry.id] }
    // Should this fail, the notice stays unread, and says so.
    const left = await reader.calls.read(which).catch(() => undefined)
    if (left !== undefined) client.setQueryData(unreadKey(reader.side, reader.owner), left)
    await client.invalidateQueries({ queryKey: noticesKey(reader.side, reader.owner) })
  }
  const open = (entry: NoticeEntry) => {
    void mark(entry)
    onOpen(entry)
  }
  const list = data?.pages.flatMap((page) => page.list)
  const hasUnread = list?.some((entry) => !entry.read) || (data?.pages[0]?.unread ?? 0) > 0
  if (!list)
    return error ? (
      <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={4} />
    )
  return (
    <>
      {list.length === 0 && !hasNextPage ? (
        <p className="px-3 py-8 text-center text-balance text-muted">
          {unreadOnly ? m.notice_noneUnread() : m.notice_noneYet()}
        </p>
      ) : (
        <ul className="min-h-0 overflow-y-auto">
          {list.map((entry) => (
            <EntryLine key={`${entry.source}${entry.id}`} entry={entry} timeZone={timeZone} onOpen={open} />
          ))}
          {hasNextPage && (
            <li className="flex justify-center p-2">
              <Button size="sm" variant="ghost" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {m.notice_more()}
              </Button>
            </li>
          )}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-1">
        <Button size="sm" variant="ghost" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(!unreadOnly)}>
          {unreadOnly ? m.notice_showAll() : m.notice_showUnread()}
        </Button>
        {hasUnread && !viewing && (
          <Button size="sm" variant="ghost" loading={readAll.isPending} onClick={() => readAll.mutate()}>
            {m.notice_readAll()}
          </Button>
        )}
      </div>
    </>
  )
}

const icons: Record<NoticeEntry['look'], [ComponentType<{ size: number; className: string }>, string]> = {
  done: [CircleCheck, 'text-success-ink'],
  failed: [CircleX, 'text-danger'],
  device: [MonitorSmartphone, 'text-warning-ink'],
  announcement: [Megaphone, 'text-accent'],
}

type EntryLineProps = { entry: NoticeEntry; timeZone: string; onOpen(entry: NoticeEntry): void }

function EntryLine({ entry, timeZone, onOpen }: EntryLineProps) {
  const { look, title, text, time, read } = entry
  const [Icon, tone] = icons[look]
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="flex w-full items-start gap-2.5 px-3 py-2.5 text-left hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-solid"
      >
        <Icon size={17} className={cx('mt-0.5 shrink-0', tone)} />
        <span className="min-w-0 flex-1">
          <span className={cx('block wrap-anywhere', !read && 'font-medium')}>{title}</span>
          {text && <span className="line-clamp-2 block wrap-anywhere whitespace-pre-line text-muted">{text}</span>}
          <span className="mt-0.5 block text-xs text-muted">
            <RelativeTime value={Date.parse(time)} title={formatInstant(time, timeZone)} timeZone={timeZone} />
          </span>
        </span>
        {!read && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent-solid">
            <span className="sr-only">{m.notice_new()}</span>
          </span>
        )}
      </button>
    </li>
  )
}
