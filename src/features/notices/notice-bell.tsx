import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { NoticesButton } from '#src/layout/notices/notices-button.tsx'
import { formatInstant } from '#src/lib/date.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type NoticeEntry, type NoticeReader, noticesKey, unreadKey, unreadQuery } from './notice.queries.ts'

const OwnList = lazyPart(async () => (await import('./own-list.tsx')).OwnList, <SkeletonRows rows={4} />, {
  warm: 'later',
})

type BellProps = NoticeReader & {
  timeZone: string
  /** Somebody views as this user, and marks nothing. */
  viewing?: boolean
  /** A stream tells the number, so it is not asked for. */
  told?: boolean
  /** Milliseconds between two questions for the number. */
  every?: number
  /** Opens the page of a notice. */
  onGo(path: string): void
}

/** The bell of the top bar: what concerns the user, and the messages of this visit. */
export function NoticeBell({ side, owner, calls, timeZone, viewing = false, told = false, every, onGo }: BellProps) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...unreadQuery({ side, owner, calls }),
    enabled: !told,
    ...(every === undefined ? {} : { refetchInterval: every, staleTime: 0 }),
  })
  const unread = data ?? 0
  const [letter, setLetter] = useState<NoticeEntry>()
  const mark = async (entry: NoticeEntry) => {
    if (viewing || entry.read) return
    const which = entry.source === 'notice' ? { ids: [entry.id] } : { announcementIds: [entry.id] }
    // Should this fail, the notice stays unread, and says so.
    const left = await calls.read(which).catch(() => undefined)
    if (left !== undefined) client.setQueryData(unreadKey(side, owner), left)
    await client.invalidateQueries({ queryKey: noticesKey(side, owner) })
  }
  const open = (entry: NoticeEntry, close: () => void) => {
    void mark(entry)
    if (entry.source === 'announcement') setLetter(entry)
    else if (entry.link) onGo(entry.link)
    else return
    close()
  }
  return (
    <>
      <NoticesButton
        owner={owner}
        own={{
          unread,
          panel: (close) => (
            <OwnList
              reader={{ side, owner, calls }}
              timeZone={timeZone}
              viewing={viewing}
              onOpen={(entry) => open(entry, close)}
            />
          ),
        }}
      />
      <Arrivals unread={data} />
      <Dialog open={letter !== undefined} onRequestClose={() => setLetter(undefined)} title={letter?.title ?? ''} light>
        {letter && (
          <div className="space-y-3">
            <p className="text-sm text-muted">
              {m.notice_announcement()} ·{' '}
              <RelativeTime
                value={Date.parse(letter.time)}
                title={formatInstant(letter.time, timeZone)}
                timeZone={timeZone}
              />
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{letter.text}</p>
          </div>
        )}
      </Dialog>
    </>
  )
}

/** Tells screen readers politely that notices have come; not those that were there when the page opened. */
function Arrivals({ unread }: { unread: number | undefined }) {
  const last = useRef(unread)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (unread === undefined) return
    if (last.current !== undefined && unread > last.current) setSaid(m.notice_unread({ count: unread }))
    last.current = unread
  }, [unread])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
