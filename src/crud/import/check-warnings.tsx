import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import type { WarningCounts, WarningKind } from '#src/server/import/warnings.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'

const labels: Record<WarningKind, () => string> = {
  serial: m.import_kindSerial,
  near: m.import_kindNear,
  sameName: m.import_kindName,
  date: m.import_kindDate,
  boolean: m.import_kindBoolean,
  shown: m.import_kindShown,
  cut: m.import_kindCut,
  rule: m.import_kindRule,
}
// Seam: the record's own keys.
const kinds = Object.keys(labels) as WarningKind[]

type CheckWarningsProps = {
  warnings: WarningCounts
  /** The kind whose rows are listed. */
  kind: WarningKind | undefined
  onKind(kind: WarningKind): void
  accepted: boolean
  onAccept(accepted: boolean): void
  file: ReactNode
}

/** What the user should look at before the import, by kind, and the tick that accepts all of it. */
export function CheckWarnings({ warnings, kind, onKind, accepted, onAccept, file }: CheckWarningsProps) {
  return (
    <Banner tone="warning">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p>{m.import_warningsHint({ count: formatCount(warnings.rows) })}</p>
          <ul className="flex flex-wrap gap-2">
            {kinds
              .filter((one) => (warnings.kinds[one] ?? 0) > 0)
              .map((one) => (
                <li key={one}>
                  <button
                    type="button"
                    aria-pressed={one === kind}
                    onClick={() => onKind(one)}
                    className={cx(
                      'rounded-md border bg-surface px-2 py-1 text-left text-sm text-ink',
                      one === kind ? 'border-accent' : 'border-line hover:bg-hover',
                    )}
                  >
                    {labels[one]()} <span className="tabular text-muted">{formatCount(warnings.kinds[one] ?? 0)}</span>
                  </button>
                </li>
              ))}
          </ul>
          <Checkbox checked={accepted} onChange={onAccept} className="text-ink">
            {m.import_acceptWarnings()}
          </Checkbox>
        </div>
        {file}
      </div>
    </Banner>
  )
}

/** The warnings of a check; undefined when its result has none. */
export function warningsOf(result: Record<string, unknown> | null | undefined): WarningCounts | undefined {
  // Seam: the result type of the check job.
  return (result?.warnings ?? undefined) as WarningCounts | undefined
}
