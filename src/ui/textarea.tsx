import { FieldTextarea } from '@ark-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import { useDescribedBy } from './input.tsx'
import { looks } from './looks.ts'

/** An input for several lines of text. A FormField around it gives label, hint and error. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const described = useDescribedBy(rest['aria-describedby'])
  return (
    <FieldTextarea
      {...rest}
      rows={rows}
      aria-describedby={described}
      className={cx(looks.control, 'block min-h-16 resize-y px-2.5 py-1.5', className)}
    />
  )
}
