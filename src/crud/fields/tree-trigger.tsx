import { useFieldContext } from '@ark-ui/react/field'
import { Popover } from '@ark-ui/react/popover'
import type { ReactNode } from 'react'
import { useDescribedBy } from '#src/ui/input.tsx'

type TreeTriggerProps = { own: string; disabled?: boolean; children: ReactNode }

/** The button that opens a tree of choices. Its accessible name is the field's label plus the selection. */
export function TreeTrigger({ own, disabled, children }: TreeTriggerProps) {
  const field = useFieldContext()
  const described = useDescribedBy()
  return (
    <Popover.Trigger
      id={field?.ids.control}
      disabled={disabled}
      aria-labelledby={field ? `${field.ids.label} ${own}` : own}
      aria-describedby={described}
      aria-invalid={field?.invalid || undefined}
      className="flex h-[1.875rem] min-w-24 flex-1 items-center rounded-md pr-2 pl-2.5 text-left outline-none focus-visible:outline-2 focus-visible:outline-accent-solid"
    >
      {children}
    </Popover.Trigger>
  )
}
