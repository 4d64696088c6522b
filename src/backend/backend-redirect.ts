import { m } from '#src/i18n/paraglide/messages.js'
import { type RedirectTarget, targetOnSite } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'

/** The back end ended a session (code 302) and names the next page. It becomes the router's own redirect. */
export class BackendRedirect extends Error {
  override name = 'BackendRedirect'
  readonly side: Side
  readonly to: RedirectTarget
  /** The back end's own words, shown where the redirect leads. Empty without any. */
  readonly words: string

  constructor(side: Side, to: RedirectTarget, message: string) {
    super(message || m.error_302())
    this.words = message
    this.side = side
    this.to = to
  }
}

/** The routes whose names are not menu names. */
const NAMED: Record<string, string> = {
  '/': '/',
  home: '/',
  admin: '/admin',
  user: '/user',
  center: '/center',
  '401': '/401',
  '404': '/404',
  adminLogin: '/admin/login',
  userLogin: '/user/login',
}

/**
 * The target of a code 302: a path of this site, or the route of a menu name (`baseInfo/organization`). It is given as
 * text or as `routePath`, `path`, `routeName` or `name` of an object. Any other value leads to the side's login page,
 * because a user without a session ends up there anyway.
 */
export function redirectTarget(data: unknown, side: Side): RedirectTarget {
  const login = { path: side === 'admin' ? '/admin/login' : '/user/login', query: {} }
  const given = typeof data === 'string' ? data : named(data)
  if (!given) return login
  const path = given.startsWith('/') ? given : NAMED[given]
  if (path === '/admin/login' || path === '/user/login') return { path, query: {} }
  if (path !== undefined) return targetOnSite({ path, query: {} }) ?? login
  // A name is a path below its area, never a protocol or `..`.
  if (!/^[\w-]+(\/[\w-]+)*$/.test(given)) return login
  return targetOnSite({ path: `/${side}/${given}`, query: {} }) ?? login
}

function named(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const words = ['routePath', 'path', 'routeName', 'name'].map((key) => Reflect.get(data, key))
  return words.find((word): word is string => typeof word === 'string' && word !== '')
}
