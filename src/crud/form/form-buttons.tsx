import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Where the buttons of a form are: in an element of the surrounding component, or below the fields. */
export type FooterPlace = HTMLElement | null | 'below'

/** The buttons of a form at their place. Nothing while the place is not rendered yet. */
export function FormButtons({ place, children }: { place: FooterPlace; children: ReactNode }) {
  if (place !== 'below') return place && createPortal(children, place)
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-5 flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-surface px-5 py-3">
      {children}
    </div>
  )
}
