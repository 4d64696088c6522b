import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * A progress bar at the top of the page during navigation. The style sheet moves it: nobody knows how long a page
 * takes, and this way it also moves while the page's scripts are busy.
 */
export function ProgressBar() {
  const router = useRouter()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not a React state: the router navigates in a transition, and a state set there is only rendered after it.
    const show = (phase: 'moving' | 'done') => () => {
      const element = bar.current
      if (!element || (phase === 'done' && element.hidden)) return
      // Each navigation starts at the left, even while the bar of the last one leaves.
      element.hidden = phase === 'moving'
      // Without this the browser would never have seen the state from which the bar moves on.
      element.getBoundingClientRect()
      element.dataset.phase = phase
      element.hidden = false
    }
    const ends = [router.subscribe('onBeforeNavigate', show('moving')), router.subscribe('onResolved', show('done'))]
    return () => {
      for (const end of ends) end()
      show('done')()
    }
  }, [router])
  return (
    <div
      ref={bar}
      aria-hidden
      hidden
      className="route-progress no-print"
      onTransitionEnd={({ currentTarget, propertyName }) => {
        if (propertyName === 'opacity' && currentTarget.dataset.phase === 'done') currentTarget.hidden = true
      }}
    />
  )
}
