import { CloudOff } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLine } from '#src/lib/use-line.ts'

/**
 * Tells the user that the server cannot be reached, for as long as that is so. It is rendered at the root of the page.
 */
export function LineBar() {
  const state = useLine()
  return (
    <div
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
