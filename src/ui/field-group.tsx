import { CircleExclamationPoint } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

type FieldGroupProps = {
  label: string
  hint?: ReactNode
  errors?: readonly string[]
  required?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** Several controls with one label, a hint and an error message. */
export function FieldGroup({ label, hint, errors = [], required, hideLabel, className, children }: FieldGroupProps) {
  const id = useId()
  const [error] = errors
  const described = cx(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`)
  return (
    <fieldset
      aria-describedby={described || undefined}
      data-invalid={error === undefined ? undefined : ''}
      className={cx('min-w-0', className)}
    >
      <legend className={cx('mb-1 text-sm font-medium text-muted', hideLabel && 'sr-only')}>
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
      </legend>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-subtle">
          {hint}
        </p>
      )}
      {error !== undefined && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </fieldset>
  )
}

/** An error message. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1 text-sm text-danger-ink">
      <CircleExclamationPoint aria-hidden size={14} className="mt-[3px] shrink-0" />
      <span>{children}</span>
    </p>
  )
}
