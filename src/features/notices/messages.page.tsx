import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { EntryLine } from './entry-line.tsx'
import { type NoticeEntry, noticeCallsOf } from './notice.queries.ts'
import { useOwnNotices } from './use-own-notices.ts'

const LetterDialog = lazyDialog(
  async () => (await import('./letter-dialog.tsx')).LetterDialog,
  ({ onClose }) => onClose(),
  { warm: 'later' },
)

type MessagesPageProps = {
  owner: number
  timeZone: string
  unreadOnly: boolean
  onUnreadOnly(unreadOnly: boolean): void
  /** Opens the page of a notice. */
  onGo(path: string): void
}

/** What the office has told the member, the newest first. The filter is in the address. */
export function MessagesPage({ owner, timeZone, unreadOnly, onUnreadOnly, onGo }: MessagesPageProps) {
  const own = useOwnNotices({ side: 'user', owner, calls: noticeCallsOf.user }, unreadOnly)
  const { list, unread, readAll, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = own
  const [letter, setLetter] = useState<NoticeEntry>()
  const open = (entry: NoticeEntry) => {
    void own.mark(entry)
    if (entry.source === 'announcement') setLetter(entry)
    else if (entry.link) onGo(entry.link)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-xl">{m.pagesTitle_messages()}</h1>
        {unread > 0 && <p className="tabular text-muted">{m.messages_unread({ count: unread })}</p>}
      </div>
      <section aria-label={m.messages_list()} className="overflow-hidden rounded-xl border border-line bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
          <fieldset aria-label={m.messages_show()} className="flex gap-1">
            <Choice pressed={!unreadOnly} onPress={() => onUnreadOnly(false)}>
              {m.messages_all()}
            </Choice>
            <Choice pressed={unreadOnly} onPress={() => onUnreadOnly(true)}>
              {m.messages_onlyUnread()}
            </Choice>
          </fieldset>
          {unread > 0 && (
            <Button
              size="sm"
              icon={<CheckCheck aria-hidden size={15} />}
              loading={readAll.isPending}
              onClick={() => readAll.mutate()}
            >
              {m.notice_readAll()}
            </Button>
          )}
        </div>
        {!list ? (
          error ? (
            <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )
        ) : list.length === 0 && !hasNextPage ? (
          <EmptyState
            title={unreadOnly ? m.messages_noneUnread() : m.messages_none()}
            hint={unreadOnly ? m.messages_noneUnreadHint() : m.messages_noneHint()}
          />
        ) : (
          <ul>
            {list.map((entry) => (
              <EntryLine key={`${entry.source}${entry.id}`} entry={entry} timeZone={timeZone} onOpen={open} />
            ))}
            {hasNextPage && (
              <li className="flex justify-center p-2">
                <Button variant="ghost" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {m.notice_more()}
                </Button>
              </li>
            )}
          </ul>
        )}
      </section>
      {letter && <LetterDialog letter={letter} timeZone={timeZone} onClose={() => setLetter(undefined)} />}
    </div>
  )
}

type ChoiceProps = { pressed: boolean; onPress(): void; children: string }

function Choice({ pressed, onPress, children }: ChoiceProps) {
  return (
    <Button size="sm" variant={pressed ? 'secondary' : 'ghost'} aria-pressed={pressed} onClick={onPress}>
      {children}
    </Button>
  )
}
