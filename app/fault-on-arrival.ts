import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { type FaultReport, reportFault } from '#src/features/site/fault.functions.ts'
import { inTime } from './in-time.ts'

/** Milliseconds that a page waits for the report; whoever does not find a page should at least not wait for it. */
const PATIENCE = 2000

/**
 * Reports a page that was not found while the answer to it is made, so that it is recorded without a script too.
 * Undefined in the browser, where the page itself reports once it is shown: a link that was only hovered is no fault.
 */
export const faultOnArrival = createIsomorphicFn()
  .server(async (path: string): Promise<FaultReport | undefined> => {
    // Pictures and scripts that are missing come here as well, and are nobody's way.
    if ((getRequestHeader('sec-fetch-dest') ?? 'document') !== 'document') return { number: null }
    const referrer = getRequestHeader('referer') ?? ''
    return inTime(reportFault({ data: { path, referrer } }), PATIENCE).catch(() => undefined)
  })
  .client(async (_path: string): Promise<FaultReport | undefined> => undefined)
