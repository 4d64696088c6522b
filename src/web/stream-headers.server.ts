import { getLocale } from '#src/i18n/paraglide/runtime.js'

/** Of one connection only, or ours to say. */
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

/** The headers of a page's request as they go on to the back end: no cookie leaves this process. */
export function streamHeaders(given: Headers, facts: { address: string; requestId: string }): Headers {
  const headers = without(given, [...HOP, 'cookie', 'x-forwarded-for', 'forwarded'])
  headers.set('accept-language', getLocale())
  headers.set('server', 'true')
  if (facts.requestId) headers.set('x-request-id', facts.requestId)
  if (facts.address) headers.set('x-forwarded-for', facts.address)
  return headers
}

/** The headers of the back end's answer as they go on to the page: no token, no cookie, nothing that runs. */
export function answerHeaders(given: Headers): Headers {
  const headers = without(given, [...HOP, 'set-cookie', 'batoken', 'ba-user-token', 'authorization', 'server'])
  // Whatever was uploaded, opened as a page it may do nothing in our name.
  if (/html|xml|svg/i.test(headers.get('content-type') ?? '')) headers.set('content-security-policy', 'sandbox')
  return headers
}

function without(given: Headers, names: readonly string[]): Headers {
  const dropped = new Set([...names, ...(given.get('connection')?.split(',') ?? []).map((name) => name.trim())])
  return new Headers([...given].filter(([name]) => !dropped.has(name)))
}
