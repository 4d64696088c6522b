import { Check } from 'lucide-react'
import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { labelText } from '#src/resource/label.ts'
import { RecordFormFields, type RecordFormFieldsProps } from './record-form-fields.tsx'
import type { RecordFormPart } from './record-form-parts.ts'

/** A section that was jumped to is below the list of sections, which covers the top on a small screen. */
const place = 'outline-none scroll-mt-20 @3xl:scroll-mt-2'

type RecordFormSectionsProps = Omit<RecordFormFieldsProps, 'fields'> & {
  parts: readonly RecordFormPart[]
  /** Index of the visible part, when the form shows one part at a time. */
  step?: number
  heading: 2 | 3
}

/** Renders the parts of a form below one another, or one at a time. */
export function RecordFormSections({ parts, step, heading, ...rest }: RecordFormSectionsProps) {
  const id = useId()
  const Heading = heading === 2 ? 'h2' : 'h3'
  return parts.map(({ section, fields }, at) => {
    const content = <RecordFormFields {...rest} fields={fields} />
    const key = section?.key ?? ''
    if (!section)
      return (
        <div key={key} data-section="" tabIndex={-1} className={place}>
          {content}
        </div>
      )
    return (
      <section
        key={key}
        data-section={key}
        tabIndex={-1}
        aria-labelledby={`${id}-${key}`}
        hidden={step !== undefined && step !== at}
        className={cx('min-w-0', place, step === undefined && at > 0 && 'mt-6 border-t border-line pt-5')}
      >
        <Heading id={`${id}-${key}`} className={cx('text-base font-semibold', section.help ? 'mb-1' : 'mb-3')}>
          {labelText(section.title)}
        </Heading>
        {section.help && <p className="mb-3 text-sm text-muted">{labelText(section.help)}</p>}
        {content}
      </section>
    )
  })
}

type RecordFormStepsProps = {
  parts: readonly RecordFormPart[]
  step: number
  /** Index of the last step that the user can open. Later steps are disabled. */
  reached: number
  /** Indexes of the parts with errors that the user has already seen. */
  wrong: ReadonlySet<number>
  onGo(step: number): void
}

/** Shows the current step of a form and lets the user go back. */
export function RecordFormSteps({ parts, step, reached, wrong, onGo }: RecordFormStepsProps) {
  return (
    <nav aria-label={m.entry_steps()} className="mb-4 border-b border-line pb-3">
      <ol className="flex flex-wrap gap-x-5 gap-y-2">
        {parts.map(({ section }, at) => (
          <li key={section?.key ?? ''}>
            <button
              type="button"
              aria-current={at === step ? 'step' : undefined}
              disabled={at > reached}
              onClick={() => onGo(at)}
              className={cx(
                'flex items-center gap-2 rounded-md px-1 py-0.5 text-sm disabled:text-subtle',
                at === step ? 'font-semibold text-accent-ink' : 'enabled:hover:text-accent-ink',
              )}
            >
              <span
                aria-hidden
                className={cx(
                  'grid size-6 place-items-center rounded-full border text-xs',
                  wrong.has(at)
                    ? 'border-danger text-danger-ink'
                    : at === step
                      ? 'border-accent-solid bg-accent-solid text-white'
                      : 'border-line-strong',
                )}
              >
                {at < reached && at !== step && !wrong.has(at) ? <Check size={13} /> : at + 1}
              </span>
              {section ? labelText(section.title) : m.entry_begin()}
              {wrong.has(at) && <span className="sr-only">{m.entry_stepWrong()}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
