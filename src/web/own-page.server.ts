import { runtime } from '#src/server/runtime.server.ts'
import { isSameOrigin } from './same-origin.server.ts'

/** Whether a link on a page of this site has led here, rather than another site, a bookmark or the address bar. */
export function comesFromOwnPage(request: Request): boolean {
  return isSameOrigin(request, { siteUrl: runtime().env.SITE_URL, open: false })
}
