import { Check } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { BoardCell } from './exam-data.queries.ts'

/** How much of a subject a school has entered: a fraction over a quiet bar, flags below it. */
export function BoardFraction({ cell: { expected, entered, absent, cheat, exempt } }: { cell: BoardCell }) {
  if (expected === 0 && entered === 0) return <span className="text-subtle">–</span>
  const complete = entered >= expected
  const share = expected === 0 ? 100 : Math.min(100, (entered / expected) * 100)
  const flags = [
    absent > 0 ? m.examData_absentCount({ count: formatCount(absent) }) : '',
    cheat > 0 ? m.examData_cheatCount({ count: formatCount(cheat) }) : '',
    exempt > 0 ? m.examData_exemptCount({ count: formatCount(exempt) }) : '',
  ].filter((one) => one !== '')
  return (
    <span className="flex flex-col gap-0.5">
      <span className="tabular flex items-center justify-end gap-1 whitespace-nowrap">
        {complete && <Check aria-label={m.examData_complete()} size={14} className="text-success-ink" />}
        <span>
          {formatCount(entered)}
          <span className="text-muted">/{formatCount(expected)}</span>
        </span>
      </span>
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={complete ? 'block h-full bg-success-ink' : 'block h-full bg-accent-solid'}
          style={{ width: `${share}%` }}
        />
      </span>
      {flags.length > 0 && <span className="text-right text-xs text-muted">{flags.join(' · ')}</span>}
    </span>
  )
}
