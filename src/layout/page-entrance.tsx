import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLayout } from './config/layout-context.tsx'

/** Lets a page come in by the chosen animation: after a change of the path, and as a sample when another is chosen. */
export function PageEntrance({ children }: { children: ReactNode }) {
  const { mainAnimation } = useLayout()
  // The page that is on screen, not the one that is on its way.
  const shown = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const page = useRef<HTMLDivElement>(null)
  const last = useRef({ shown, mainAnimation })
  useEffect(() => {
    const before = last.current
    last.current = { shown, mainAnimation }
    const first = before.shown === undefined && before.mainAnimation === mainAnimation
    if (first || (before.shown === shown && before.mainAnimation === mainAnimation)) return
    // By hand: the page must stay the same element, or it would lose what it knows.
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
