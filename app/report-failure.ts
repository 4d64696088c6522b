import type { PartFailure } from '#src/layout/kit-context.ts'
import { keptCode } from '#src/lib/line.ts'

const faults = keptCode(() => import('#src/features/site/fault.functions.ts'))

/** Tells the server of a part of the page on screen that failed. A report that does not arrive disturbs nobody. */
export function reportFailure(failure: PartFailure): void {
  const path = window.location.pathname
  faults()
    .then(({ reportFault }) => reportFault({ data: { path, referrer: '', failure } }))
    .catch(() => undefined)
}
