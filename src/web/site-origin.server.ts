import { runtime } from '#src/server/runtime.server.ts'

/** The address under which people reach the site: as configured, else as this request came in. */
export function siteOrigin(request: Request): string {
  return new URL(runtime().env.SITE_URL ?? request.url).origin
}
