import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'

/** A list that fills the page, and what a screen shows beside it. On narrow screens, that is below the list. */
export function ListBeside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  if (!aside) return <div className="fill-page flex flex-col gap-2 sm:gap-3">{children}</div>
  return (
    <div className="flex flex-col gap-4 xl:flex-row" data-beside>
      <div className="fill-page flex min-w-0 shrink-0 flex-col gap-2 sm:gap-3 xl:flex-1">{children}</div>
      {/* On wide screens it is as high as the list, and scrolls inside itself. */}
      <aside aria-label={m.list_aside()} className="no-print relative min-w-0 shrink-0 xl:w-72">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
        <div tabIndex={0} className="xl:absolute xl:inset-0 xl:overflow-y-auto">
          {aside}
        </div>
      </aside>
    </div>
  )
}
