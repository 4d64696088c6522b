import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from './icon-button.tsx'

// The heavy part of dialog.tsx, which everybody else imports.

export type DialogProps = {
  open: boolean
  /** The person wants to leave (Esc, the cross). Nothing closes unless the owner sets `open` to false. */
  onRequestClose(): void
  title: string
  description?: string
  size?: 'sm' | 'md' | 'lg'
  /** Buttons; a submit button reaches its form by `form="id"`. */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }

export function DialogContent({ open, onRequestClose, title, description, size = 'md', footer, ...rest }: DialogProps) {
  const { initialFocus, role = 'dialog', children } = rest
  const small = role === 'alertdialog'
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onRequestClose()}
      // A slip of the mouse must not throw away what was typed.
      closeOnInteractOutside={false}
      initialFocusEl={initialFocus && (() => initialFocus.current)}
      role={role}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className="fade fixed inset-0 z-40 bg-shade" />
        <Ark.Positioner
          className={cx('fixed inset-0 z-40 flex justify-center sm:items-center sm:p-6', small && 'items-center p-4')}
        >
          <Ark.Content
            className={cx(
              'pop flex w-full flex-col bg-raised text-ink shadow-pop outline-none',
              small ? 'max-h-full rounded-xl' : 'max-sm:h-dvh sm:max-h-full sm:rounded-xl',
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Ark.Title className="text-lg font-semibold">{title}</Ark.Title>
                {description && <Ark.Description className="mt-0.5 text-sm text-muted">{description}</Ark.Description>}
              </div>
              {!small && (
                <IconButton label={m.ui_close()} onClick={onRequestClose} className="-mt-1 -mr-2">
                  <X size={18} />
                </IconButton>
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
