import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const ID = 'first-load'

/** Inline script for the head or the start of the body. It covers the page until hydration. It needs JavaScript. */
export const overlayScript = `(function(){var d=document,o=d.createElement('div');o.id='${ID}';o.setAttribute('aria-hidden','true');d.documentElement.appendChild(o);setTimeout(function(){o.remove()},15000)})()`

/** Removes the overlay 1000 ms after the first navigation has ended. */
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
  // With reduced motion or in a hidden browser tab, transitionend may never fire, so a timer removes the overlay.
  setTimeout(() => overlay.remove(), 200)
}
