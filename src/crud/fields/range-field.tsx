import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FieldGroup } from '#src/ui/field-group.tsx'

type RangeFieldProps = { label: string; hint?: string; required?: boolean; from: ReactNode; to: ReactNode }

/** Two fields that are the ends of one range, side by side. */
export function RangeField({ from, to, ...rest }: RangeFieldProps) {
  return (
    <FieldGroup {...rest}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2">
        {from}
        <span aria-hidden className="flex h-8 items-center text-subtle">
          {m.field_to()}
        </span>
        {to}
      </div>
    </FieldGroup>
  )
}
