import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import type { ExamOverview } from './exam.queries.ts'

type Event = ExamOverview['events'][number]

const texts: Record<Event['kind'], () => string> = {
  opened: m.exam_event_opened,
  backToDraft: m.exam_event_backToDraft,
  roster: m.exam_event_roster,
  locked: m.exam_event_locked,
  unlocked: m.exam_event_unlocked,
  published: m.exam_event_published,
  withdrawn: m.exam_event_withdrawn,
  archived: m.exam_event_archived,
  submitted: m.exam_event_submitted,
  returned: m.exam_event_returned,
  reminded: m.exam_event_reminded,
  deadline: m.exam_event_deadline,
  revision: m.exam_event_revision,
  corrected: m.exam_event_corrected,
}

/** What has happened to an exam, the newest first. */
export function ExamHistory({ events }: { events: readonly Event[] }) {
  const id = useId()
  const { timeZone } = useKit()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface">
      <h2 id={id} className="border-b border-line px-5 py-3 text-base">
        {m.exam_history()}
      </h2>
      {events.length === 0 ? (
        <p className="px-5 py-4 text-muted">{m.exam_historyEmpty()}</p>
      ) : (
        <ul className="max-h-96 overflow-y-auto px-5 py-2" tabIndex={-1}>
          {events.map(({ id: event, kind, school, reason, who, createTime }) => (
            <li key={event} className="flex flex-wrap items-baseline gap-x-3 border-line py-2 not-last:border-b">
              <span className="min-w-0 flex-1">
                {school !== null && <span className="font-medium">{school}: </span>}
                {texts[kind]()}
                {reason !== '' && <span className="block text-sm text-muted">{reason}</span>}
              </span>
              <span className="text-sm text-muted">{who}</span>
              <RelativeTime value={createTime} title={formatInstant(createTime, timeZone)} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
