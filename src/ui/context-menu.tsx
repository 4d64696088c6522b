import { Menu as Ark } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'

type ContextMenuProps = {
  label: string
  /** Where it opens, in the window; it turns over where there is no room. */
  at: { x: number; y: number }
  onClose(): void
  children: ReactNode
}

/** A menu about what was clicked on, open from the start. Escape, a click elsewhere and scrolling close it. */
export function ContextMenu({ label, at, onClose, children }: ContextMenuProps) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What people do to scroll, not the scroll event: to show the menu can scroll the page by itself.
    const scrolls = (event: Event) => {
      if (!(event.target instanceof Node && content.current?.contains(event.target))) onClose()
    }
    window.addEventListener('wheel', scrolls, { passive: true })
    window.addEventListener('touchmove', scrolls, { passive: true })
    return () => {
      window.removeEventListener('wheel', scrolls)
      window.removeEventListener('touchmove', scrolls)
    }
  }, [onClose])
  return (
    <Ark.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      positioning={{
        // The place is one of the window: scrolling does not take the menu along (see pinned.ts).
        strategy: 'fixed',
        placement: 'bottom-start',
        gutter: 2,
        getAnchorRect: () => ({ ...at, width: 0, height: 0 }),
      }}
      aria-label={label}
    >
      <Portal>
        <Ark.Positioner>
          <Ark.Content
            ref={content}
            className={cx(looks.popup, 'max-h-(--available-height) min-w-44 overflow-y-auto')}
            onContextMenu={(event) => event.preventDefault()}
          >
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
