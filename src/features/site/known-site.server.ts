import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { configSchema } from '#src/server/config.server.ts'
import { type Site, type siteCall, siteOf } from './site.api.server.ts'

/** Time-out in milliseconds. Every page waits for this request. */
const PATIENCE = 1500

let last: Site | undefined

/**
 * The site's settings. When the back end fails or is slow, returns the last known settings, or the defaults. Missing
 * name and time zone must not prevent a page.
 */
export async function knownSite(): Promise<Site> {
  const call = { method: 'GET', path: '/api/site' } as const
  const asked = callEndpoint<typeof siteCall>(undefined, call).then(({ data }) => {
    last = data
    return data
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined)
  })
  const site = await Promise.race([asked.catch(() => undefined), late]).finally(() => clearTimeout(timer))
  return site ?? last ?? siteOf(v.parse(configSchema, {}))
}
