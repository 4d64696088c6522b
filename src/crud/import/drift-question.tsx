import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import type { Drift } from './drift.ts'

const words = {
  changed: m.import_driftChanged,
  appeared: m.import_driftAppeared,
  gone: m.import_driftGone,
  other: m.import_driftOther,
}

type DriftQuestionProps = { drift: Drift; busy: boolean; onCheck(): void; onSkip(): void; onOverwrite(): void }

/** Names the rows that others have changed since the check, and asks what to do with them. Nothing is written yet. */
export function DriftQuestion({ drift, busy, onCheck, onSkip, onOverwrite }: DriftQuestionProps) {
  const { timeZone } = useKit()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (drift.count > 0) place.current?.focus()
  }, [drift])
  return (
    <Banner ref={place} tone="warning">
      <div className="flex flex-col gap-2">
        <p>{m.import_driftHint({ count: formatCount(drift.count) })}</p>
        <ScrollBox label={m.import_driftRows()} className="max-h-40 overflow-y-auto text-sm text-ink">
          <ul>
            {drift.rows.map(({ row, title, drift: kind, by, time }) => (
              <li key={row} className="flex flex-wrap gap-x-3 px-2 py-1">
                <span className="tabular whitespace-nowrap text-muted">{m.import_rowNumber({ row })}</span>
                <span className="font-medium break-words">{title || '—'}</span>
                <span>{words[kind]()}</span>
                {time && <span className="text-muted">{`${by} ${formatInstant(time, timeZone)}`}</span>}
              </li>
            ))}
          </ul>
        </ScrollBox>
        {drift.count > drift.rows.length && (
          <p>{m.import_driftMore({ count: formatCount(drift.count - drift.rows.length) })}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" loading={busy} onClick={onCheck}>
            {m.import_checkAgain()}
          </Button>
          <Button size="sm" disabled={busy} onClick={onSkip}>
            {m.import_driftSkip()}
          </Button>
          <Button size="sm" disabled={busy} onClick={onOverwrite}>
            {m.import_driftOverwrite()}
          </Button>
        </div>
      </div>
    </Banner>
  )
}
