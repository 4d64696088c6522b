import { Switch as Ark } from '@ark-ui/react/switch'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type SwitchProps = {
  checked: boolean
  onChange(checked: boolean): void
  name?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  /** The switch fills a line: its label at the left end, the switch at the right end. */
  wide?: boolean
  children?: ReactNode
}

/** A switch with two states: on and off. */
export function Switch({ checked, onChange, name, disabled, wide, children, ...aria }: SwitchProps) {
  return (
    <Ark.Root
      checked={checked}
      onCheckedChange={(details) => onChange(details.checked)}
      name={name}
      disabled={disabled}
      className={cx(
        'items-center gap-2 select-none data-disabled:opacity-60 pointer-coarse:min-h-11',
        wide ? 'flex min-h-8 flex-row-reverse justify-between' : 'inline-flex w-fit',
      )}
    >
      <Ark.Control
        className={cx(
          'inline-flex h-5 w-9 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors data-[state=checked]:bg-accent-solid',
          'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-solid',
        )}
      >
        <Ark.Thumb className="size-4 rounded-full bg-white shadow-low transition-transform data-[state=checked]:translate-x-4" />
      </Ark.Control>
      {children && <Ark.Label>{children}</Ark.Label>}
      <Ark.HiddenInput {...aria} />
    </Ark.Root>
  )
}
