import { FieldErrorText, FieldHelperText, FieldLabel, FieldRoot } from '@ark-ui/react/field'
import { CircleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type FieldProps = {
  label: string
  hint?: ReactNode
  /** Error messages. Only the first one is shown. */
  errors?: readonly string[]
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** Label, control, hint and error message, also linked for screen readers. */
export function FormField({
  label,
  hint,
  errors = [],
  hideLabel,
  className,
  children,
  required,
  ...state
}: FieldProps) {
  const error = errors[0]
  return (
    <FieldRoot
      {...state}
      required={required}
      invalid={error !== undefined}
      className={cx('flex min-w-0 flex-col gap-1', className)}
    >
      <FieldLabel className={cx('w-fit text-sm font-medium text-muted', hideLabel && 'sr-only')}>
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
      </FieldLabel>
      {children}
      {hint && <FieldHelperText className="text-xs text-subtle">{hint}</FieldHelperText>}
      <FieldErrorText className="flex items-start gap-1 text-sm text-danger-ink">
        <CircleExclamationPoint aria-hidden size={14} className="mt-[3px] shrink-0" />
        <span>{error}</span>
      </FieldErrorText>
    </FieldRoot>
  )
}
