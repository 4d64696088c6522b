import { useState } from 'react'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { outcomeTexts } from '#src/features/exam-checks/check-outcomes.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatMinute } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { ResultCalls, ShownChecks } from './own-results.queries.ts'

const AskCheckDialog = lazyDialog(
  async () => (await import('./ask-check-dialog.tsx')).AskCheckDialog,
  ({ onClose }: { onClose(): void }) => onClose(),
)

type OwnChecksProps = {
  checks: ShownChecks
  timeZone: string
  calls: ResultCalls
  paper: { link: number; exam: number }
  onChanged(): void
}

/** Asking for a check of a paper, and what has become of the requests. */
export function OwnChecks({ checks, timeZone, calls, paper, onChanged }: OwnChecksProps) {
  const [asking, setAsking] = useState(false)
  const { open, until, papers, list } = checks
  const left = papers.filter(({ asked }) => !asked)
  const text = open ? m.check_until({ time: formatMinute(until, timeZone) }) : m.check_over()
  return (
    <div className="no-print">
      <OwnCard heading={m.check_title()} text={text} wide>
        {list.length > 0 && (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <li key={one.id} className="px-5 py-3">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium">{one.name}</span>
                  {one.outcome === '' ? (
                    <Tag tone="warning">{m.check_open()}</Tag>
                  ) : (
                    <Tag tone="success">{outcomeTexts[one.outcome]()}</Tag>
                  )}
                  <span className="text-sm text-muted">{formatMinute(one.time, timeZone)}</span>
                </p>
                <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
                {one.answerTime && (
                  <p className="text-muted wrap-anywhere whitespace-pre-line">
                    {m.check_answerAt({ time: formatMinute(one.answerTime, timeZone), answer: one.answer })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
        {open && (
          <div className="px-5 py-4">
            {left.length === 0 ? (
              <p className="text-muted">{m.check_allAsked()}</p>
            ) : (
              <Button onClick={() => setAsking(true)}>{m.check_ask()}</Button>
            )}
          </div>
        )}
      </OwnCard>
      {asking && (
        <AskCheckDialog
          papers={left}
          paper={paper}
          calls={calls}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        />
      )}
    </div>
  )
}
