import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from './icon-button.tsx'

// The heavy part of drawer.tsx, which everybody else imports.

export type DrawerProps = { open: boolean; onClose(): void; label: string; head?: ReactNode; children: ReactNode }

export function DrawerContent({ open, onClose, label, head, children }: DrawerProps) {
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      aria-label={label}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className="fade fixed inset-0 z-40 bg-shade" />
        <Ark.Positioner className="fixed inset-y-0 left-0 z-40">
          <Ark.Content className="slide flex h-dvh w-(--menu-width) max-w-[85vw] flex-col bg-menu text-ink shadow-pop outline-none">
            <div className="flex h-(--header-height) shrink-0 items-center justify-between pr-2 pl-4">
              {head}
              <IconButton label={m.shell_closeMenu()} onClick={onClose} className="ml-auto">
                <X size={18} />
              </IconButton>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
