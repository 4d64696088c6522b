import { getLocale } from '#src/i18n/paraglide/runtime.js'

/** Headers of a single connection, and headers that this server sets itself. */
const HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]

/** The headers of a page's request that are forwarded to the back end. Cookies never leave this process. */
export function streamHeaders(given: Headers, facts: { address: string; requestId: string }): Headers {
  const headers = without(given, [...HOP, 'cookie', 'x-forwarded-for', 'forwarded'])
  headers.set('accept-language', getLocale())
  headers.set('server', 'true')
  if (facts.requestId) headers.set('x-request-id', facts.requestId)
  if (facts.address) headers.set('x-forwarded-for', facts.address)
  return headers
}

/**
 * The headers of the back end's response that are forwarded to the page: no tokens and no cookies. Content that could
 * run is sandboxed.
 */
export function answerHeaders(given: Headers): Headers {
  const headers = without(given, [...HOP, 'set-cookie', 'batoken', 'ba-user-token', 'authorization', 'server'])
  // An uploaded file that is opened as a page must not act in the name of this site.
  if (/html|xml|svg/i.test(headers.get('content-type') ?? '')) headers.set('content-security-policy', 'sandbox')
  return headers
}

function without(given: Headers, names: readonly string[]): Headers {
  const dropped = new Set([...names, ...(given.get('connection')?.split(',') ?? []).map((name) => name.trim())])
  return new Headers([...given].filter(([name]) => !dropped.has(name)))
}
