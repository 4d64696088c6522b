import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import type { NoticeEntry } from './notice.queries.ts'

type LetterDialogProps = { letter: NoticeEntry; timeZone: string; onClose(): void }

/** Shows an announcement as a whole. */
export function LetterDialog({ letter: { title, text, time }, timeZone, onClose }: LetterDialogProps) {
  return (
    <Dialog open onRequestClose={onClose} title={title} light>
      <div className="space-y-3">
        <p className="text-sm text-muted">
          {m.notice_announcement()} ·{' '}
          <RelativeTime value={Date.parse(time)} title={formatInstant(time, timeZone)} timeZone={timeZone} />
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      </div>
    </Dialog>
  )
}
