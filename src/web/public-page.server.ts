import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { readCookie } from '#src/lib/cookie.ts'
import { readSettings } from '#src/server/config.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'

type Page = {
  /** The settings it was made from, to be compared as an object. */
  settings: unknown
  until: number
  /** The document, cut where its nonce stands. */
  parts: string[]
  headers: [string, string][]
  styleHosts: string[]
}

/** Milliseconds: the page says which year it is, among other things that no setting tells of. */
const MAX_AGE = 60_000
/** Two languages, three themes and a few addresses of one site; whoever invents addresses is served without this. */
const MOST = 48

const pages = new Map<string, Page>()

/**
 * A page that is the same for everybody who is not signed in, made once per language, theme and address, and again when a
 * setting changes. Each answer has a nonce of its own.
 */
export async function publicPage(request: Request, make: () => Promise<Response>): Promise<Response> {
  const key = keyOf(request)
  if (key === undefined) return make()
  const { nonce, styleHosts } = requestFacts()
  // Without a database the page has its ways to come all the same.
  const settings = await readSettings(runtime().db).catch(() => undefined)
  if (!settings) return make()
  const kept = pages.get(key)
  if (kept && kept.settings === settings && kept.until > Date.now()) {
    for (const host of kept.styleHosts) styleHosts?.add(host)
    return new Response(kept.parts.join(nonce), { headers: kept.headers })
  }
  const response = await make()
  if (response.status !== 200 || response.headers.has('set-cookie')) return response
  const html = await response.text()
  if (pages.size >= MOST) pages.clear()
  pages.set(key, {
    settings,
    until: Date.now() + MAX_AGE,
    parts: html.split(nonce),
    headers: [...response.headers],
    styleHosts: [...(styleHosts ?? [])],
  })
  return new Response(html, { headers: response.headers })
}

/** Undefined for what is one person's, or somebody else's to say. */
function keyOf({ method, url, headers }: Request): string | undefined {
  if (method !== 'GET' || runtime().env.BACKEND_URL) return undefined
  const cookies = headers.get('cookie') ?? ''
  if (Object.values(SESSION_COOKIES).some((name) => readCookie(cookies, name) !== undefined)) return undefined
  const { origin, search } = new URL(url)
  if (search !== '' && !/^\?lang=(zh-cn|en)$/.test(search)) return undefined
  return `${origin}${search} ${getLocale()} ${readTheme(cookies)}`
}
