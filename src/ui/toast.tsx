import { CircleCheck, CircleExclamationPoint, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { type ToastAction, type ToastMessage, type ToastType, toastStore } from './toast-store.ts'

// Our own small component, because it must be loaded on every page, also when the connection is lost.

/** Milliseconds that a message stays. */
const SHORT = 6000
const LONG = 15_000

/** Shows a message for some seconds, on every page. */
export const toaster = {
  /** @param action a button in the message */
  success: (text: string, action?: ToastAction) => toastStore.say({ type: 'success', text, duration: SHORT, action }),
  info: (text: string, action?: ToastAction) => toastStore.say({ type: 'info', text, duration: SHORT, action }),
  error: (text: string, action?: ToastAction) => toastStore.say({ type: 'error', text, duration: LONG, action }),
  /** Shows an error with the number of its record until the user closes it. */
  numbered: (text: string, number: string, action?: ToastAction) =>
    toastStore.say({ type: 'error', text, duration: Number.POSITIVE_INFINITY, action, number }),
  /** Shows a hint about this moment that nobody looks for later. */
  hint: (text: string, action?: ToastAction) =>
    toastStore.say({ type: 'info', text, duration: SHORT, action, passing: true }),
  /** Confirms what the user's own press did just now, such as copying. Nobody looks for it later. */
  confirm: (text: string) => toastStore.say({ type: 'success', text, duration: SHORT, passing: true }),
  dismiss: () => toastStore.clear(),
}

/**
 * Shows the messages at the lower left of the page's content, above the last line of a list and above the buttons of a
 * dialog. F8 goes to the newest one. It is rendered once, at the root of the page.
 */
export function Toaster() {
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.none)
  const place = useRef<HTMLElement>(null)
  const some = messages.length > 0
  useEffect(() => {
    const { current } = place
    if (!some || !current) return
    const left = document.getElementById('main')?.getBoundingClientRect().left ?? 0
    current.style.setProperty('--content-left', `${left}px`)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') current.querySelector<HTMLElement>('& > :last-child button')?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [some])
  // No message disappears while the pointer or the focus is on one of them.
  const [held, setHeld] = useState(false)
  return (
    <section
      ref={place}
      aria-label={m.ui_notifications()}
      aria-keyshortcuts="F8"
      // Dialogs hide the rest of the page from screen readers, but not this.
      data-live-announcer=""
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="toasts no-print pointer-events-none fixed right-4 z-60 flex flex-col items-start gap-2"
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} held={held} />
      ))}
    </section>
  )
}

function Toast({ message, held }: { message: ToastMessage; held: boolean }) {
  const { id, type, text, duration, action, round } = message
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the timer
  useEffect(() => {
    // A timer of endless length would end at once.
    if (held || duration === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => toastStore.expire(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration, held, round])
  const act = () => {
    toastStore.close(id, 'acted')
    action?.onClick()
  }
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className="toast pointer-events-auto flex w-max max-w-[min(28rem,calc(100vw-2rem))] items-start gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 text-ink shadow-pop"
    >
      {/* A short text is in the middle beside a tall button. */}
      <span className="flex min-w-0 flex-1 items-start gap-2 self-center py-1">
        <ToastIcon type={type} className="mt-[3px]" />
        <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">{text}</span>
      </span>
      {action && (
        <Button size="sm" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label={m.ui_close()} size="sm" onClick={() => toastStore.close(id)}>
        <X size={14} />
      </IconButton>
    </div>
  )
}

/** The sign of a kind of message. */
export function ToastIcon({ type, className }: { type: ToastType; className?: string }) {
  const { Icon, color } = signs[type]
  return <Icon aria-hidden size={16} className={cx('shrink-0', color, className)} />
}

const signs = {
  success: { Icon: CircleCheck, color: 'text-success-ink' },
  error: { Icon: CircleExclamationPoint, color: 'text-danger-ink' },
  info: { Icon: Info, color: 'text-accent-ink' },
}
