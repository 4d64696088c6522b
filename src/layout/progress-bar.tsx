import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

async function loadBar() {
  const { default: bar } = await import('nprogress')
  return bar.configure({
    minimum: 0.08,
    speed: 200,
    trickleSpeed: 800,
    showSpinner: false,
    // The original marks the bar with a role that does not exist.
    barSelector: '.bar',
    template: '<div class="bar" aria-hidden="true"></div>',
  })
}

/** A line at the top of the page while it changes (specification 9). */
export function ProgressBar() {
  const router = useRouter()
  useEffect(() => {
    let moving = false
    let bar: ReturnType<typeof loadBar> | undefined
    const show = async () => {
      // Loaded with the first navigation; a page may be there before it is.
      bar ??= loadBar()
      const loaded = await bar
      if (moving) loaded.start()
      else loaded.done()
    }
    const turn = (on: boolean) => () => {
      moving = on
      // Without it nothing is lost but the bar.
      if (on || bar) show().catch(() => undefined)
    }
    const ends = [router.subscribe('onBeforeNavigate', turn(true)), router.subscribe('onResolved', turn(false))]
    return () => {
      for (const end of ends) end()
      turn(false)()
    }
  }, [router])
  return null
}
