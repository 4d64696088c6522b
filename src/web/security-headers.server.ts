import { withHeaders } from '#src/lib/response-headers.ts'
import type { RequestFacts } from '#src/server/request-facts.server.ts'

type Facts = Pick<RequestFacts, 'requestId' | 'nonce'> & {
  styleHosts?: ReadonlySet<string>
  frameHosts?: ReadonlySet<string>
  mediaHosts?: ReadonlySet<string>
}

/** Adds the headers that every response carries: the request id, and the security rules for browsers. */
export function securityHeaders(
  response: Response,
  facts: Facts,
  { request, production }: { request: Request; production: boolean },
): Response {
  return withHeaders(response, (headers) => {
    headers.set('x-request-id', facts.requestId)
    // Pages and responses of server functions belong to one user, so shared caches must not keep them.
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
    headers.set('x-frame-options', 'SAMEORIGIN')
    headers.set(
      'permissions-policy',
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
    setCommonHeaders(headers, request)
    const isPage = headers.get('content-type')?.startsWith('text/html')
    // An uploaded file has a policy of its own.
    if (!isPage && !isFilePolicy(headers)) headers.set('content-security-policy', DATA_POLICY)
    // In development the bundler's own scripts have no nonce.
    if (isPage && production) headers.set('content-security-policy', policy(facts))
  })
}

/** Sets the headers that files, pages and API responses share. */
export function setCommonHeaders(headers: Headers, request: Request): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'same-origin')
  // With TRUST_PROXY, the listener has already put X-Forwarded-Proto into the request's URL.
  if (request.url.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** A browser must not treat a response as a page if it is none. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

function isFilePolicy(headers: Headers): boolean {
  return /(?:^|;\s*)default-src 'none'/.test(headers.get('content-security-policy') ?? '')
}

const none: ReadonlySet<string> = new Set()

function policy({ nonce, styleHosts = none, frameHosts = none, mediaHosts = none }: Facts): string {
  const styles = [...styleHosts].map((host) => ` ${host}`).join('')
  const frames = [...frameHosts].map((host) => ` ${host}`).join('')
  const media = [...mediaHosts].map((host) => ` ${host}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Positioned popovers set style attributes. The policy restricts scripts, so inline styles are allowed.
    `style-src 'self' 'unsafe-inline'${styles}`,
    `img-src 'self' data: blob:${media}`,
    `media-src 'self'${media}`,
    `font-src 'self' data:${styles}`,
    "connect-src 'self'",
    `frame-src 'self'${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
