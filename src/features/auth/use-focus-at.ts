import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Focuses the first field or button of a part of the page when the user comes with that part as the hash of the
 * address. The hash is then removed, so that the same link leads there again, and a reload leaves the focus alone.
 * @param id element id of the part
 */
export function useFocusAt(id: string): void {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== id) return
    // A menu that closes gives the focus back in the next frame, so this waits for two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const part = document.getElementById(id)
        part?.scrollIntoView({ block: 'center' })
        part?.querySelector<HTMLElement>('input:not([hidden]), button:enabled')?.focus({ preventScroll: true })
        void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, id, navigate])
}
