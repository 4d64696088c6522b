import { Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'

/** Long enough to be seen when it begins, in milliseconds. */
const FIRST_SIGHT = 2500

/** The way out of full screen: slides in when the pointer or a finger comes to the top edge, or when it has the focus. */
export function FullScreenExit({ onLeave }: { onLeave(): void }) {
  const [near, setNear] = useState(true)
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The bar that was used is gone, as this button will be.
    focusPage()
    return focusPage
  }, [])
  useEffect(() => {
    // Not from under a pointer that is on its way to it.
    const timer = setTimeout(() => !edge.current?.matches(':hover') && setNear(false), FIRST_SIGHT)
    const away = () => setNear(false)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog],[role=menu]'))
        onLeave()
    }
    // Fingers do not hover: the button stays until they touch something else.
    window.addEventListener('pointerdown', away)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerdown', away)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [onLeave])
  return (
    // A strip of its own at the edge: over a frame the window would not hear of the pointer.
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
