import { Portal } from '@ark-ui/react/portal'
import { Tooltip as Ark } from '@ark-ui/react/tooltip'
import type { ReactElement } from 'react'

type TooltipProps = { content: string; placement?: 'top' | 'right' | 'bottom'; children: ReactElement }

/** A word about what is under the pointer or has the focus. Never the only place where something is said. */
export function Tooltip({ content, placement = 'top', children }: TooltipProps) {
  return (
    <Ark.Root openDelay={250} closeDelay={80} positioning={{ placement, gutter: 6 }} lazyMount unmountOnExit>
      <Ark.Trigger asChild>{children}</Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className="z-50 max-w-xs rounded-md bg-ink px-2 py-1 text-sm text-surface shadow-pop">
            {content}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
