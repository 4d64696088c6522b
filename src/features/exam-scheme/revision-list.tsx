import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { Revision } from './revisions.ts'

type RevisionListProps = { revisions: readonly Revision[]; chosen: number; onChoose(number: number): void }

/** The list of revisions, the last first: number, time, publisher and note. */
export function RevisionList({ revisions, chosen, onChoose }: RevisionListProps) {
  const { timeZone } = useKit()
  return (
    <ol aria-label={m.examScheme_revisionList()} className="flex w-full shrink-0 flex-col gap-1 md:w-60">
      {revisions.map(({ number, publishTime, publisher, note }) => (
        <li key={number}>
          <button
            type="button"
            aria-current={number === chosen || undefined}
            onClick={() => onChoose(number)}
            className={cx(
              'flex w-full flex-col gap-0.5 rounded-md border px-3 py-2 text-left',
              number === chosen ? 'border-accent-solid bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <span className="font-medium">{m.examScheme_revisionOf({ number })}</span>
            <span className="tabular text-xs text-muted">
              {formatInstant(publishTime, timeZone)}
              {publisher && ` · ${publisher}`}
            </span>
            {note && <span className="text-sm break-words text-muted">{note}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
