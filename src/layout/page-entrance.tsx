import { type ReactNode, useEffect, useRef } from 'react'
import { useLayout } from './config/layout-context.tsx'
import { useShownPlace } from './shown-place.ts'

/** Plays the chosen animation when the path changes, and as a sample when the user chooses another animation. */
export function PageEntrance({ children }: { children: ReactNode }) {
  const { mainAnimation } = useLayout()
  // The page on the screen, not the page that is still loading.
  const shown = useShownPlace().split('?', 1)[0]
  const page = useRef<HTMLDivElement>(null)
  const last = useRef({ shown, mainAnimation })
  useEffect(() => {
    const before = last.current
    last.current = { shown, mainAnimation }
    if (before.shown === shown && before.mainAnimation === mainAnimation) return
    // Restarts the animation directly in the DOM. A new element would lose the state of the page.
    const box = page.current
    box?.removeAttribute('data-enter')
    void box?.offsetWidth
    box?.setAttribute('data-enter', mainAnimation)
  }, [shown, mainAnimation])
  return (
    <div
      ref={page}
      className="page-entrance"
      onAnimationEnd={(event) => event.target === page.current && page.current.removeAttribute('data-enter')}
    >
      {children}
    </div>
  )
}
