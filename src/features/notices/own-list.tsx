import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { EntryLine } from './entry-line.tsx'
import type { NoticeEntry, NoticeReader } from './notice.queries.ts'
import { useOwnNotices } from './use-own-notices.ts'

type OwnListProps = {
  reader: NoticeReader
  timeZone: string
  viewing: boolean
  onOpen(entry: NoticeEntry): void
  /** Opens the page with all of them; undefined for a user without that page. */
  onPage?(): void
}

/** What concerns the user, the newest first, page by page: all of it, or only what is unread. */
export function OwnList({ reader, timeZone, viewing, onOpen, onPage }: OwnListProps) {
  const [unreadOnly, setUnreadOnly] = useState(false)
  const own = useOwnNotices(reader, unreadOnly, viewing)
  const { list, hasUnread, readAll, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = own
  const open = (entry: NoticeEntry) => {
    void own.mark(entry)
    onOpen(entry)
  }
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
        {onPage && (
          <Button size="sm" variant="ghost" onClick={onPage}>
            {m.notice_page()}
          </Button>
        )}
      </div>
    </>
  )
}
