import * as v from 'valibot'
import { callPublic } from '#src/backend/client.server.ts'
import { configSchema } from '#src/server/config.server.ts'
import { type Site, siteOf } from './site.api.server.ts'

/** Milliseconds: every page waits for it. */
const PATIENCE = 1500

let last: Site | undefined

/**
 * The site's settings. While the back end cannot be asked, or takes its time, what was last known of them: name and
 * time zone are no reason to have no page.
 */
export async function knownSite(): Promise<Site> {
  const asked = callPublic({ method: 'GET', path: '/api/site' }).then(({ data }) => {
    // Seam: the contract's answer, typed by the function that makes it.
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
