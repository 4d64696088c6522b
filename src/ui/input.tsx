import { FieldInput, useFieldContext } from '@ark-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: 'md' | 'lg'
  /** Decoration before the text. */
  icon?: ReactNode
  /** A button after the text. */
  action?: ReactNode
}

/** An input for a line of text. A FormField around it gives label, hint and error. */
export function Input({ size = 'md', icon, action, className, ...rest }: InputProps) {
  const described = useDescribedBy(rest['aria-describedby'])
  return (
    <span className={cx(looks.control, 'flex items-center', size === 'lg' ? 'h-10' : 'h-8', className)}>
      {icon && <span className="pointer-events-none -mr-1 ml-2.5 inline-flex text-subtle">{icon}</span>}
      <FieldInput
        {...rest}
        aria-describedby={described}
        className="h-full min-w-0 flex-1 rounded-md bg-transparent px-2.5 text-ellipsis outline-none"
      />
      {action && <span className="mr-1 inline-flex">{action}</span>}
    </span>
  )
}

/** Adds the error to `aria-describedby`, because not every screen reader reads aria-errormessage. */
export function useDescribedBy(own?: string): string | undefined {
  const field = useFieldContext()
  return cx(own, field?.ariaDescribedby, field?.invalid && field.ids.errorText) || undefined
}
