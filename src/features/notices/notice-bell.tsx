import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { NoticesButton } from '#src/layout/notices/notices-button.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type NoticeEntry, type NoticeReader, unreadQuery } from './notice.queries.ts'

const OwnList = lazyPart(async () => (await import('./own-list.tsx')).OwnList, <SkeletonRows rows={4} />, {
  warm: 'later',
})

const LetterDialog = lazyDialog(
  async () => (await import('./letter-dialog.tsx')).LetterDialog,
  ({ onClose }) => onClose(),
  { warm: 'later' },
)

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
  /** The page with all notices, if the user has one. */
  page?: string
}

/** The bell of the top bar: what concerns the user, and the messages of this visit. */
export function NoticeBell({
  side,
  owner,
  calls,
  timeZone,
  viewing = false,
  told = false,
  every,
  onGo,
  page,
}: BellProps) {
  const { data } = useQuery({
    ...unreadQuery({ side, owner, calls }),
    enabled: !told,
    ...(every === undefined ? {} : { refetchInterval: every, staleTime: 0 }),
  })
  const unread = data ?? 0
  const [letter, setLetter] = useState<NoticeEntry>()
  const open = (entry: NoticeEntry, close: () => void) => {
    if (entry.source === 'announcement') setLetter(entry)
    else if (entry.link) onGo(entry.link)
    else return
    close()
  }
  const go = (path: string, close: () => void) => {
    onGo(path)
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
              onPage={page === undefined ? undefined : () => go(page, close)}
            />
          ),
        }}
      />
      <Arrivals unread={data} />
      {letter && <LetterDialog letter={letter} timeZone={timeZone} onClose={() => setLetter(undefined)} />}
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
