import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLine } from '#src/lib/use-line.ts'

/**
 * Tells the user that the server cannot be reached, for as long as that is so. It is rendered at the root of the page.
 * Lists, dialogs and drawers leave its height (`--line-bar`) free, so that it covers no button of theirs.
 */
export function LineBar() {
  const state = useLine()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (state === 'up' || !current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--line-bar', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--line-bar')
    }
  }, [state])
  return (
    <div
      ref={bar}
      role="status"
      className="no-print pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center px-3 pb-2 empty:hidden"
    >
      {state !== 'up' && (
        <p className="pointer-events-auto flex items-start gap-2 rounded-lg border border-line bg-warning-soft px-3 py-1.5 text-warning-ink shadow-pop">
          <CloudOff aria-hidden size={16} className="mt-[3px] shrink-0" />
          {state === 'offline' ? m.line_offline() : m.line_silent()}
        </p>
      )}
    </div>
  )
}
