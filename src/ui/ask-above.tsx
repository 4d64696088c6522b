import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Asks the user something above whatever is on screen. It has a tree of its own, because any call of any page may need
 * it. Returns what was answered.
 */
export function askAbove(question: (answer: (given: boolean) => void) => ReactNode): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(
      question((given) => {
        root.unmount()
        place.remove()
        resolve(given)
      }),
    )
  })
}
