import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { FieldGroup } from '#src/ui/field-group.tsx'

type RangeFieldProps = {
  label: string
  hint?: string
  required?: boolean
  /** Each end is wide, so on a small screen one end is below the other. */
  long?: boolean
  from: ReactNode
  to: ReactNode
}

/** Shows the two fields of a range side by side. */
export function RangeField({ from, to, long, ...rest }: RangeFieldProps) {
  return (
    <FieldGroup {...rest}>
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2',
          long && 'max-sm:grid-cols-1 max-sm:gap-1',
        )}
      >
        {from}
        <span aria-hidden className={cx('flex items-center text-subtle', long ? 'sm:h-8' : 'h-8')}>
          {m.field_to()}
        </span>
        {to}
      </div>
    </FieldGroup>
  )
}
