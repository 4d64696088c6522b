import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from './icon-button.tsx'
import { Pinned } from './pinned.ts'

// The heavy part of the drawer. Other code imports drawer.tsx, which loads this file on demand.

export type DrawerProps = {
  open: boolean
  onClose(): void
  label: string
  head?: ReactNode
  side?: 'left' | 'right'
  /** The accessible name of the close button. */
  closeLabel?: string
  /** False does not dim the page behind the drawer, for settings that change how the page looks. */
  shade?: boolean
  /** Width and colours, when they differ from a menu's. */
  className?: string
  style?: CSSProperties
  children: ReactNode
}

export function DrawerContent({ open, onClose, label, head, side = 'left', shade = true, ...rest }: DrawerProps) {
  const { closeLabel = m.shell_closeMenu(), className = 'w-(--menu-width) bg-menu text-ink', style, children } = rest
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      // The drawer may open from a menu that is still closing, and must not close with it.
      onRequestDismiss={(event) => event.preventDefault()}
      aria-label={label}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={cx('fixed inset-0 z-40', shade && 'fade bg-shade')} />
        <Ark.Positioner className={cx('fixed inset-y-0 z-40', side === 'left' ? 'left-0' : 'right-0')}>
          <Ark.Content
            data-side={side}
            style={style}
            className={cx('slide flex h-(--visible-height) max-w-[85vw] flex-col shadow-pop outline-none', className)}
          >
            <div className="flex h-(--header-height) shrink-0 items-center justify-between gap-2 pr-2 pl-4">
              {head}
              <IconButton label={closeLabel} onClick={onClose} className="ml-auto">
                <X size={18} />
              </IconButton>
            </div>
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
              <Pinned value>{children}</Pinned>
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
