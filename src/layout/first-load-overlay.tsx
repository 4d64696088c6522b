import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const ID = 'first-load'

/**
 * Inline script for the start of the body. The overlay covers the page, but it is transparent and clicks pass through.
 * It only shows a bar at the top. It needs JavaScript.
 */
export const overlayScript = `(function(){var d=document,o=d.createElement('div');o.id='${ID}';o.setAttribute('aria-hidden','true');d.documentElement.appendChild(o);setTimeout(function(){o.remove()},15000)})()`

/** Finishes the overlay's bar when the first navigation has ended, and removes the overlay 1000 ms later. */
export function useHideOverlay(): void {
  const router = useRouter()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      const overlay = document.getElementById(ID)
      overlay?.setAttribute('data-done', '')
      timer ??= setTimeout(() => overlay?.remove(), 1000)
    }
    const end = router.subscribe('onResolved', hide)
    if (router.state.status === 'idle') hide()
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [router])
}
