import { Menu as Ark } from '@ark-ui/react/menu'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'
import { PopupPortal } from './popups.tsx'

type ContextMenuProps = {
  label: string
  /** The position in the window. The menu opens to the other side where there is no room. */
  at: { x: number; y: number }
  onClose(): void
  children: ReactNode
}

/** A menu for the clicked element, open from the start. Escape, a click elsewhere and scrolling close it. */
export function ContextMenu({ label, at, onClose, children }: ContextMenuProps) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Wheel and touch are watched, not the scroll event: opening the menu can itself scroll the page.
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
        // The position is relative to the window, so the menu does not scroll with the page (see pinned.ts).
        strategy: 'fixed',
        placement: 'bottom-start',
        gutter: 2,
        getAnchorRect: () => ({ ...at, width: 0, height: 0 }),
      }}
      aria-label={label}
    >
      <PopupPortal>
        <Ark.Positioner>
          <Ark.Content
            ref={content}
            className={cx(looks.popup, 'max-h-(--available-height) min-w-44 overflow-y-auto')}
            onContextMenu={(event) => event.preventDefault()}
          >
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </PopupPortal>
    </Ark.Root>
  )
}
