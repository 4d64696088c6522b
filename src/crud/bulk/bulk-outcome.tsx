import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { BulkResult, RefusedRow } from './bulk-calls.ts'

type BulkOutcomeProps = {
  result: BulkResult
  changedLabel: string
}

/** Shows what a bulk change would do: how many rows it changes, and which rows block it. */
export function BulkOutcome({ result, changedLabel }: BulkOutcomeProps) {
  const { matched, changed, unchanged, refused, refusedCount, warned = [], warnedCount = 0 } = result
  return (
    <div className="flex flex-col gap-3">
      {matched > changed && (
        <dl className="grid auto-cols-fr gap-2 sm:grid-flow-col">
          <Figure label={m.bulk_matched()} value={matched} />
          <Figure label={changedLabel} value={changed} strong />
          {unchanged > 0 && <Figure label={m.bulk_unchanged()} value={unchanged} />}
          {refusedCount > 0 && <Figure label={m.bulk_refused()} value={refusedCount} danger />}
        </dl>
      )}
      <Named rows={refused} count={refusedCount} text={m.bulk_refusedText} />
      <Named rows={warned} count={warnedCount} text={m.bulk_warnedText} />
    </div>
  )
}

/** The first of the rows that block the change, or that the user should look at before it. */
function Named(props: { rows: readonly RefusedRow[]; count: number; text(inputs: { count: string }): string }) {
  const { rows, count, text } = props
  if (count === 0) return null
  return (
    <>
      <Banner tone="warning">{text({ count: formatCount(count) })}</Banner>
      <ul className="max-h-56 overflow-y-auto rounded-md border border-line text-sm">
        {rows.map(({ id, title, msg }) => (
          <li key={id} className="border-b border-line px-3 py-1.5 last:border-0">
            <span className="font-medium">{title}</span>
            <span className="ml-2 text-muted">{msg}</span>
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="text-sm text-muted">{m.bulk_more({ count: formatCount(count - rows.length) })}</p>
      )}
    </>
  )
}

function Figure(props: { label: string; value: number; strong?: boolean; danger?: boolean }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <dt className="text-xs text-muted">{props.label}</dt>
      <dd
        className={cx(
          'tabular text-xl',
          props.strong && 'font-semibold text-accent-ink',
          props.danger && 'font-semibold text-danger-ink',
        )}
      >
        {formatCount(props.value)}
      </dd>
    </div>
  )
}
