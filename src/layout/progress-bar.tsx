import { useRouter } from '@tanstack/react-router'
import nprogress from 'nprogress'
import { useEffect } from 'react'

nprogress.configure({
  minimum: 0.08,
  speed: 200,
  trickleSpeed: 800,
  showSpinner: false,
  // The original marks the bar with a role that does not exist.
  barSelector: '.bar',
  template: '<div class="bar" aria-hidden="true"></div>',
})

/** A line at the top of the page while it changes (specification 9). */
export function ProgressBar() {
  const router = useRouter()
  useEffect(() => {
    const ends = [
      router.subscribe('onBeforeNavigate', () => nprogress.start()),
      router.subscribe('onResolved', () => nprogress.done()),
    ]
    return () => {
      for (const end of ends) end()
      nprogress.done()
    }
  }, [router])
  return null
}
