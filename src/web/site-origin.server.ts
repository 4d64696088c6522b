import { runtime } from '#src/server/runtime.server.ts'

/** The public origin of the site: as configured, otherwise as in this request. */
export function siteOrigin(request: Request): string {
  return new URL(runtime().env.SITE_URL ?? request.url).origin
}
