import { Minimize2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'

/** How near to the top edge a pointer brings the button out, and how far down it may stay, in pixels. */
const EDGE = 8
const AWAY = 72

/** The way out of full screen: slides in when the pointer or a finger comes to the top edge, or when it has the focus. */
export function FullScreenExit({ onLeave }: { onLeave(): void }) {
  const [near, setNear] = useState(true)
  useEffect(() => {
    // The bar that was used is gone, as this button will be.
    focusPage()
    return focusPage
  }, [])
  useEffect(() => {
    const follow = (event: PointerEvent) => {
      if (event.clientY <= EDGE) setNear(true)
      else if (event.clientY > AWAY) setNear(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog],[role=menu]'))
        onLeave()
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerdown', follow)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerdown', follow)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [onLeave])
  return (
    <div className="no-print pointer-events-none fixed inset-x-0 top-0 z-30 flex justify-center">
      <button
        type="button"
        onClick={onLeave}
        className={cx(
          'pointer-events-auto inline-flex h-9 items-center gap-2 rounded-b-lg border border-t-0 border-line bg-raised px-4 text-ink shadow-pop transition-transform focus-visible:translate-y-0',
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
