import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const ID = 'first-load'

/** For the head or the start of the body: covers the page while it wakes up. Without JavaScript there is nothing to wait for. */
export const overlayScript = `(function(){var d=document,o=d.createElement('div');o.id='${ID}';o.setAttribute('aria-hidden','true');d.documentElement.appendChild(o);setTimeout(function(){o.remove()},15000)})()`

/** Takes the overlay away 1000 ms after the first navigation has ended (specification 9). */
export function useHideOverlay(): void {
  const router = useRouter()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      timer ??= setTimeout(leave, 1000)
    }
    const end = router.subscribe('onResolved', hide)
    if (router.state.status === 'idle') hide()
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [router])
}

function leave(): void {
  const overlay = document.getElementById(ID)
  if (!overlay) return
  overlay.dataset.leaving = ''
  // Not transitionend: with reduced motion or in a hidden tab it may never come.
  setTimeout(() => overlay.remove(), 200)
}
