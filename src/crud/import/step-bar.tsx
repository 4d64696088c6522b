import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { STEPS, type Step } from './use-import.ts'

const names: Record<Step, () => string> = {
  file: m.import_stepFile,
  sheet: m.import_stepSheet,
  columns: m.import_stepColumns,
  preview: m.import_stepPreview,
  check: m.import_stepCheck,
  run: m.import_stepRun,
}

/** Shows the current step among all steps. A small screen shows only the name of the current step. */
export function StepBar({ step }: { step: Step }) {
  const at = STEPS.indexOf(step)
  return (
    <ol aria-label={m.import_steps()} className="mb-4 flex flex-wrap items-center gap-x-1.5 gap-y-1 sm:gap-x-2">
      {STEPS.map((one, index) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          className={cx('flex items-center gap-1.5 text-sm', index === at ? 'font-semibold text-ink' : 'text-muted')}
        >
          <span
            className={cx(
              'tabular grid size-5 place-items-center rounded-full text-xs',
              index <= at ? 'bg-accent-solid text-white' : 'bg-hover text-muted',
            )}
          >
            {index < at ? <Check aria-hidden size={12} strokeWidth={3} /> : index + 1}
          </span>
          <span className={cx(index !== at && 'max-sm:sr-only')}>{names[one]()}</span>
          {index < STEPS.length - 1 && <span aria-hidden className="ml-0.5 h-px w-4 bg-line-strong max-sm:hidden" />}
        </li>
      ))}
    </ol>
  )
}

/** The heading of a step. It takes the focus, so that a screen reader announces the step. */
export function StepHeading({ children, hint }: { children: ReactNode; hint?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="mb-3">
      <h3 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {children}
      </h3>
      {hint && <p className="mt-0.5 text-sm text-muted">{hint}</p>}
    </div>
  )
}
