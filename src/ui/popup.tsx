import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'

type PopupProps = {
  label: string
  /** The button that opened it. A press on it does not count as a press outside. It gets the focus back. */
  trigger: RefObject<HTMLElement | null>
  onClose(): void
  className?: string
  children: ReactNode
}

/** A panel that opens from a button. The page around it stays usable. Esc and a press outside close it. */
export function Popup({ label, trigger, onClose, className, children }: PopupProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const button = trigger.current
    panel.current?.focus()
    const elsewhere = (event: PointerEvent) => {
      const at = event.target
      if (!(at instanceof Element) || panel.current?.contains(at) || button?.contains(at)) return
      // A dialog or list that was opened from here is elsewhere in the document, but a press in it is not outside.
      if (!at.closest('[data-scope]')) close.current()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      // The focus is not moved when the user has already moved it to another element.
      const { activeElement } = document
      if (!activeElement || activeElement === document.body || panel.current?.contains(activeElement)) button?.focus()
    }
  }, [trigger])
  return (
    // The panel is below dialogs, because a dialog may open from it. A list may open from a dialog, so it is above.
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isInside(panel.current, event.target)) return
        event.stopPropagation()
        trigger.current?.focus()
        onClose()
      }}
      className={cx(looks.popup, 'absolute top-full right-0 z-30! mt-1.5', className)}
    >
      {children}
    </div>
  )
}

/** React's events also arrive from dialogs and lists that were opened from here. */
function isInside(panel: HTMLElement | null, target: EventTarget): boolean {
  return target instanceof Node && panel?.contains(target) === true
}
