import { Check } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { labelText } from '#src/resource/label.ts'
import { examStates } from './exam.schema.ts'

/** The states of an exam as a line of steps: those that are done, the present one, and those to come. */
export function ExamSteps({ state }: { state: string }) {
  const present = examStates.findIndex(({ value }) => value === state)
  return (
    <ol aria-label={m.exam_steps()} className="flex flex-wrap gap-x-1 gap-y-2 text-sm">
      {examStates.map(({ value, label }, at) => (
        <li
          key={value}
          aria-current={at === present ? 'step' : undefined}
          className={cx(
            'flex items-center gap-1.5 rounded-md px-2.5 py-1',
            at === present ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted',
          )}
        >
          {at < present ? (
            <Check aria-hidden size={14} />
          ) : (
            <span aria-hidden className="tabular">
              {at + 1}
            </span>
          )}
          {labelText(label)}
          {at < present && <span className="sr-only">{m.exam_stepDone()}</span>}
        </li>
      ))}
    </ol>
  )
}
