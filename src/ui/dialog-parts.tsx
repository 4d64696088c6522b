import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from './icon-button.tsx'
import { Pinned } from './pinned.ts'

// The heavy part of the dialog. Other code imports dialog.tsx, which loads this file on demand.

export type DialogProps = {
  open: boolean
  /** Called for Esc and the close button. The dialog closes only when its owner sets `open` to false. */
  onRequestClose(): void
  title: string
  description?: string
  /** A mark beside the title. */
  mark?: ReactNode
  /** Buttons beside the one that closes. */
  tools?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** In the middle; at the right side, over the whole height; or over the whole window. */
  look?: 'dialog' | 'drawer' | 'page'
  /** It only shows something: the page beside it stays readable, and a click there closes it. */
  light?: boolean
  /** Buttons. A submit button refers to its form with `form="id"`. */
  footer?: ReactNode
  /** The dialog keeps its height, whatever it contains. */
  tall?: boolean
  /** What it shows is never shown again, so that Esc does not close it. */
  shownOnce?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' }
const pageSides = { lg: 'px-[max(1.25rem,calc((100%-72rem)/2))]', xl: 'px-[max(1.25rem,calc((100%-84rem)/2))]' }
const positions = {
  dialog: 'justify-center sm:items-center sm:p-6 sm:pb-[max(1.5rem,var(--line-bar,0px))]',
  drawer: 'justify-end',
  page: 'justify-center',
}

export function DialogContent({ open, onRequestClose, title, description, size = 'md', footer, ...rest }: DialogProps) {
  const { initialFocus, role = 'dialog', look = 'dialog', light = false, mark, tools, tall, shownOnce = false } = rest
  const [scrolled, setScrolled] = useState(false)
  const small = role === 'alertdialog'
  // Head, content and buttons of the look `page` stay close together in a wide window.
  const sides = look === 'page' ? pageSides[size === 'xl' ? 'xl' : 'lg'] : 'px-5'
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onRequestClose()}
      // An accidental click outside must not discard the user's input.
      closeOnInteractOutside={light}
      closeOnEscape={!shownOnce}
      // A part with an end of its own, such as a search, ends first.
      onEscapeKeyDown={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
      }}
      // A button of a message, such as Undo, is used beside the dialog.
      onInteractOutside={(event) => {
        if (event.target instanceof Element && event.target.closest('.toasts')) event.preventDefault()
      }}
      // The dialog may open from a menu that is still closing, and must not close with it.
      onRequestDismiss={(event) => event.preventDefault()}
      initialFocusEl={initialFocus && (() => initialFocus.current)}
      role={role}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={cx('fixed inset-0 z-40', !(light && look === 'drawer') && 'fade bg-shade')} />
        <Ark.Positioner className={cx('fixed inset-0 z-40 flex', positions[look], small && 'items-center p-4')}>
          <Ark.Content
            data-side={look === 'drawer' ? 'right' : undefined}
            className={cx(
              'flex w-full flex-col bg-raised text-ink shadow-pop outline-none',
              look === 'drawer' ? 'slide' : 'pop',
              small
                ? 'max-h-full rounded-xl'
                : look === 'dialog'
                  ? cx('max-sm:h-(--visible-height) sm:max-h-full sm:rounded-xl', tall && 'sm:h-[46rem]')
                  : 'h-(--visible-height)',
              look !== 'page' && widths[size],
            )}
          >
            <header
              className={cx(
                'flex items-start gap-3 border-b pt-4 pb-3',
                scrolled || look === 'page' ? 'border-line' : 'border-transparent',
                sides,
              )}
            >
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Ark.Title className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</Ark.Title>
                  {mark}
                </div>
                {description && <Ark.Description className="mt-0.5 text-sm text-muted">{description}</Ark.Description>}
              </div>
              {tools}
              {!small && (
                <IconButton
                  label={m.ui_close()}
                  onClick={onRequestClose}
                  className={cx('-mt-1 -mr-2 pointer-coarse:-mt-2.5', tools !== undefined && '-ml-2')}
                >
                  <X size={18} />
                </IconButton>
              )}
            </header>
            <div
              className={cx(
                'min-h-0 flex-1 overflow-y-auto pb-5',
                look === 'page' ? 'pt-4 [--dialog-top:1rem]' : 'pt-1 [--dialog-top:0.25rem]',
                sides,
              )}
              onScroll={({ currentTarget, target }) => {
                if (target === currentTarget) setScrolled(currentTarget.scrollTop > 0)
              }}
            >
              <Pinned value>{rest.children}</Pinned>
            </div>
            {footer && (
              <footer className={cx('flex flex-wrap justify-end gap-2 border-t border-line py-3', sides)}>
                {footer}
              </footer>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
