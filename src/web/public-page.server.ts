import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { readCookie } from '#src/lib/cookie.ts'
import { accountCookieOf } from '#src/lib/storage-keys.ts'
import { tableEpoch } from '#src/server/cache/table-cache.server.ts'
import { readSettings } from '#src/server/config.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'

type Page = {
  /** The settings that the page was made from, compared as an object. */
  settings: unknown
  /** The state of the identity providers that the page was made from. */
  providers: unknown
  /** The state of the rules, for the entries of the top bar. */
  rules: unknown
  until: number
  /** The document, split at its nonce. */
  parts: string[]
  headers: [string, string][]
  styleHosts: string[]
  mediaHosts: string[]
}

/** Milliseconds. The page must expire, because it shows the year and other facts that are not settings. */
const MAX_AGE = 60_000
/**
 * Maximum number of pages: three paths, two languages, three themes and a few addresses of one site. A full cache is
 * cleared.
 */
const MOST = 144

/** The pages that are the same for every visitor without a session, and the cookies that make them personal. */
const PATHS: Record<string, readonly string[]> = {
  '/': [],
  // The page shows the account that the browser remembers.
  '/admin/login': [accountCookieOf('admin')],
  '/user/login': [accountCookieOf('user')],
}

const pages = new Map<string, Page>()

/** Whether a path has a page that strangers share. */
export function isPublicPath(path: string): boolean {
  return Object.hasOwn(PATHS, path)
}

/**
 * Caches a page that is the same for every visitor without a session. It is made once per language, theme and address,
 * and again when a setting changes. Each response has a nonce of its own.
 */
export async function publicPage(request: Request, make: () => Promise<Response>): Promise<Response> {
  const key = keyOf(request)
  if (key === undefined) return make()
  const { nonce, styleHosts, mediaHosts } = requestFacts()
  // The page can also render without a database.
  const settings = await readSettings(runtime().db).catch(() => undefined)
  if (!settings) return make()
  const providers = tableEpoch(runtime().db, 'provider')
  const rules = tableEpoch(runtime().db, 'rule')
  const kept = pages.get(key)
  const same = kept && kept.settings === settings && kept.providers === providers && kept.rules === rules
  if (same && kept.until > Date.now()) {
    for (const host of kept.styleHosts) styleHosts?.add(host)
    for (const host of kept.mediaHosts) mediaHosts?.add(host)
    return new Response(kept.parts.join(nonce), { headers: kept.headers })
  }
  const response = await make()
  if (response.status !== 200 || response.headers.has('set-cookie')) return response
  const html = await response.text()
  if (pages.size >= MOST) pages.clear()
  pages.set(key, {
    settings,
    providers,
    rules,
    until: Date.now() + MAX_AGE,
    parts: html.split(nonce),
    headers: [...response.headers],
    styleHosts: [...(styleHosts ?? [])],
    mediaHosts: [...(mediaHosts ?? [])],
  })
  return new Response(html, { headers: response.headers })
}

/** The cache key of a request. Undefined when the page depends on a user or on another back end. */
function keyOf({ method, url, headers }: Request): string | undefined {
  if (method !== 'GET' || runtime().env.BACKEND_URL) return undefined
  const cookies = headers.get('cookie') ?? ''
  const { origin, pathname, search } = new URL(url)
  const personal = [...Object.values(SESSION_COOKIES), ...(PATHS[pathname] ?? [])]
  if (personal.some((name) => readCookie(cookies, name) !== undefined)) return undefined
  if (search !== '' && !/^\?lang=(zh-cn|en)$/.test(search)) return undefined
  return `${origin}${pathname}${search} ${getLocale()} ${readTheme(cookies)}`
}
