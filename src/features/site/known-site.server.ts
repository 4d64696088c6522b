import * as v from 'valibot'
import { callPublic } from '#src/backend/client.server.ts'
import { configSchema } from '#src/server/config.server.ts'
import { type Site, siteOf } from './site.api.server.ts'

/** Time-out in milliseconds. Every page waits for this request. */
const PATIENCE = 1500

let last: Site | undefined

/**
 * The site's settings. When the back end fails or is slow, returns the last known settings, or the defaults. Missing
 * name and time zone must not prevent a page.
 */
export async function knownSite(): Promise<Site> {
  const asked = callPublic({ method: 'GET', path: '/api/site' }).then(({ data }) => {
    // Seam: the API sends this response; its type comes from the function that builds it.
    last = data as Site
    return last
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined)
  })
  const site = await Promise.race([asked.catch(() => undefined), late]).finally(() => clearTimeout(timer))
  return site ?? last ?? siteOf(v.parse(configSchema, {}))
}
