import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { type FaultReport, reportFault } from '#src/features/site/fault.functions.ts'
import { inTime } from './in-time.ts'

/** The longest time in milliseconds that the 404 page waits for the report, so that the visitor does not wait long. */
const PATIENCE = 2000

/**
 * Reports a missing page while the server renders the response, so that it is recorded without a script too. Undefined
 * in the browser: there the page itself reports once it is shown, because a hovered link is not a fault.
 */
export const faultOnArrival = createIsomorphicFn()
  .server(async (path: string): Promise<FaultReport | undefined> => {
    // Requests for missing images and scripts arrive here too. They are not page visits, so they are not reported.
    if ((getRequestHeader('sec-fetch-dest') ?? 'document') !== 'document') return { number: null }
    const referrer = getRequestHeader('referer') ?? ''
    return inTime(reportFault({ data: { path, referrer } }), PATIENCE).catch(() => undefined)
  })
  .client(async (_path: string): Promise<FaultReport | undefined> => undefined)
