import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keptCode } from '#src/lib/line.ts'

const nprogress = keptCode(() => import('nprogress'))

async function loadBar() {
  const { default: bar } = await nprogress()
  return bar.configure({
    minimum: 0.08,
    speed: 200,
    trickleSpeed: 800,
    showSpinner: false,
    // The default template gives the bar an ARIA role that does not exist.
    barSelector: '.bar',
    template: '<div class="bar" aria-hidden="true"></div>',
  })
}

/** A progress bar at the top of the page during navigation. */
export function ProgressBar() {
  const router = useRouter()
  useEffect(() => {
    let moving = false
    let asked = false
    const show = async () => {
      // The bar is loaded with the first navigation. That navigation may end before the bar is loaded.
      asked = true
      const loaded = await loadBar()
      if (moving) loaded.start()
      else loaded.done()
    }
    const turn = (on: boolean) => () => {
      moving = on
      // A failed load only means that there is no bar. The next navigation tries again.
      if (on || asked) show().catch(() => undefined)
    }
    const ends = [router.subscribe('onBeforeNavigate', turn(true)), router.subscribe('onResolved', turn(false))]
    return () => {
      for (const end of ends) end()
      turn(false)()
    }
  }, [router])
  return null
}
