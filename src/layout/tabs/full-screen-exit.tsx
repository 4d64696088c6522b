import { Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'

/** Milliseconds for which the button stays visible at the beginning. */
const FIRST_SIGHT = 2500

/** The button that leaves full screen. It slides in when a pointer is at the top edge, or when it has the focus. */
export function FullScreenExit({ onLeave }: { onLeave(): void }) {
  const [near, setNear] = useState(true)
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The tab bar that had the focus is gone. On cleanup this button is gone too, so the page gets the focus.
    focusPage()
    return focusPage
  }, [])
  useEffect(() => {
    // The button stays while the pointer is on it.
    const timer = setTimeout(() => !edge.current?.matches(':hover') && setNear(false), FIRST_SIGHT)
    const away = () => setNear(false)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog],[role=menu]'))
        onLeave()
    }
    // Touch has no hover: the button stays until the user touches something else.
    window.addEventListener('pointerdown', away)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerdown', away)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [onLeave])
  return (
    // A separate strip at the edge receives the pointer. Over an iframe, the window gets no pointer events.
    <div
      ref={edge}
      className="no-print fixed inset-x-0 top-0 z-30 flex h-1.5 justify-center"
      onPointerEnter={() => setNear(true)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setNear(false)}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        onClick={onLeave}
        className={cx(
          'inline-flex h-9 shrink-0 items-center gap-2 rounded-b-lg border border-t-0 border-line bg-raised px-4 text-ink shadow-pop transition-[translate] focus-visible:translate-y-0',
          near ? 'translate-y-0' : '-translate-y-[110%]',
        )}
      >
        <Minimize2 aria-hidden size={15} />
        {m.tabs_leaveFullScreen()}
      </button>
    </div>
  )
}

function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
