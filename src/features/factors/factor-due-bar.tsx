import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { SECURITY_PLACE } from './security-place.ts'

/** The bar at the bottom of every page for those whose role asks for a second factor that they do not have yet. */
export function FactorDueBar({ due, timeZone }: { due: string; timeZone: string }) {
  return (
    <div className="no-print sticky bottom-0 z-30 border-t border-line bg-ground p-1.5">
      <Banner
        tone="warning"
        action={
          <Link to="/admin/routine/adminInfo" hash={SECURITY_PLACE} className={buttonClass({ size: 'sm' })}>
            {m.factor_setUp()}
          </Link>
        }
      >
        {m.factor_due({ time: formatInstant(due, timeZone) })}
      </Banner>
    </div>
  )
}
