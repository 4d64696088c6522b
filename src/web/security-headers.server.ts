import { withHeaders } from '#src/lib/response-headers.ts'

type Facts = {
  /** Undefined in development, where the bundler's own scripts have no nonce. */
  nonce: string | undefined
  requestId: string
  request: Request
  /** Other hosts from which the page loads style sheets and fonts. */
  styleHosts?: ReadonlySet<string>
  /** Other hosts whose pages the page shows in frames. */
  frameHosts?: ReadonlySet<string>
}

/** Adds the headers that every response carries: the request id, and the security rules for browsers. */
export function securityHeaders(response: Response, { nonce, requestId, request, ...hosts }: Facts): Response {
  return withHeaders(response, (headers) => {
    headers.set('x-request-id', requestId)
    // Pages and responses of server functions belong to one user, so shared caches must not keep them.
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
    headers.set('x-frame-options', 'SAMEORIGIN')
    headers.set(
      'permissions-policy',
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
    setCommonHeaders(headers, request)
    if (!headers.get('content-type')?.startsWith('text/html')) headers.set('content-security-policy', DATA_POLICY)
    else if (nonce) headers.set('content-security-policy', policy(nonce, hosts))
  })
}

/** Sets the headers that files, pages and API responses share. */
export function setCommonHeaders(headers: Headers, request: Request): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  // With TRUST_PROXY, the listener has already put X-Forwarded-Proto into the request's URL.
  if (request.url.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** A browser must not treat a response as a page if it is none. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

const none: ReadonlySet<string> = new Set()

function policy(
  nonce: string,
  { styleHosts = none, frameHosts = none }: Pick<Facts, 'styleHosts' | 'frameHosts'>,
): string {
  const styles = [...styleHosts].map((host) => ` ${host}`).join('')
  const frames = [...frameHosts].map((host) => ` ${host}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Positioned popovers set style attributes. The policy restricts scripts, so inline styles are allowed.
    `style-src 'self' 'unsafe-inline'${styles}`,
    "img-src 'self' data: blob:",
    `font-src 'self' data:${styles}`,
    "connect-src 'self'",
    `frame-src 'self'${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
