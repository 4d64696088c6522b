import {
  CalendarClock,
  CircleCheck,
  CircleX,
  ClipboardPen,
  Megaphone,
  MonitorSmartphone,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import type { NoticeEntry } from './notice.queries.ts'

const icons: Record<NoticeEntry['look'], [ComponentType<{ size: number; className: string }>, string]> = {
  done: [CircleCheck, 'text-success-ink'],
  failed: [CircleX, 'text-danger'],
  device: [MonitorSmartphone, 'text-warning-ink'],
  announcement: [Megaphone, 'text-accent'],
  family: [UsersRound, 'text-accent'],
  exam: [ClipboardPen, 'text-accent'],
  reminder: [CalendarClock, 'text-warning-ink'],
}

type EntryLineProps = { entry: NoticeEntry; timeZone: string; onOpen(entry: NoticeEntry): void }

/** A notice in a list, with whether it is unread. */
export function EntryLine({ entry, timeZone, onOpen }: EntryLineProps) {
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
