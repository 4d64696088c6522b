import { Checkbox as Ark } from '@ark-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type CheckboxProps = {
  checked: boolean | 'indeterminate'
  onChange(checked: boolean): void
  name?: string
  disabled?: boolean
  /** The name when no visible text is given (a table's selection column). */
  'aria-label'?: string
  children?: ReactNode
  className?: string
}

/** A box to tick, with its text. */
export function Checkbox({ checked, onChange, name, disabled, children, className, ...aria }: CheckboxProps) {
  return (
    <Ark.Root
      checked={checked}
      onCheckedChange={(details) => onChange(details.checked === true)}
      name={name}
      disabled={disabled}
      className={cx('inline-flex items-center gap-2 select-none data-disabled:text-muted', className)}
    >
      <Ark.Control
        className={cx(
          'grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-white',
          'data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid',
          'data-[state=indeterminate]:border-accent-solid data-[state=indeterminate]:bg-accent-solid',
          'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-solid',
        )}
      >
        <Ark.Indicator>
          <Check size={12} strokeWidth={3} />
        </Ark.Indicator>
        <Ark.Indicator indeterminate>
          <Minus size={12} strokeWidth={3} />
        </Ark.Indicator>
      </Ark.Control>
      {children && <Ark.Label>{children}</Ark.Label>}
      <Ark.HiddenInput {...aria} />
    </Ark.Root>
  )
}
