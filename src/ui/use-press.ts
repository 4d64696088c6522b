import { useCallback, useRef } from 'react'

/**
 * Delays actions until the end of a press. An error that appears on blur would move the pressed button away from the
 * pointer, and the click would be lost.
 */
export function usePress() {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  /** For `onPointerDownCapture` of the element around the fields and their buttons. */
  const onPointerDownCapture = useCallback(() => {
    pressed.current = true
    const end = () => {
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      // The click comes after pointerup.
      setTimeout(() => {
        pressed.current = false
        for (const action of waiting.current.splice(0)) action()
      })
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }, [])

  /** Runs the action at once, or after the current press. */
  const after = useCallback((action: () => void) => {
    if (pressed.current) waiting.current.push(action)
    else action()
  }, [])

  return { onPointerDownCapture, after }
}
