import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'

type PopupProps = {
  label: string
  /** The button that opened it: a press there is no press elsewhere, and it gets the focus back. */
  trigger: RefObject<HTMLElement | null>
  onClose(): void
  className?: string
  children: ReactNode
}

/** A panel that drops from a button, beside which the page stays usable. Esc and a press elsewhere close it. */
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
      // A dialog or a list that was opened from here lies elsewhere in the document.
      if (!at.closest('[data-scope]')) close.current()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      // Not when somebody has gone on to something else already.
      const { activeElement } = document
      if (!activeElement || activeElement === document.body || panel.current?.contains(activeElement)) button?.focus()
    }
  }, [trigger])
  return (
    // Below dialogs, which may open from here, unlike the lists that open from a dialog.
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

/** React's events come through what was opened from here as well. */
function isInside(panel: HTMLElement | null, target: EventTarget): boolean {
  return target instanceof Node && panel?.contains(target) === true
}
