import { withHeaders } from '#src/lib/response-headers.ts'

type Facts = {
  /** Undefined in development, where the bundler's own scripts carry none. */
  nonce: string | undefined
  requestId: string
  request: Request
  /** Hosts beside our own that the page takes style sheets and fonts from. */
  styleHosts?: ReadonlySet<string>
  /** Hosts beside our own whose pages the page shows in frames. */
  frameHosts?: ReadonlySet<string>
}

/** Adds what every answer carries: request id, and what browsers should and should not do with it. */
export function securityHeaders(response: Response, { nonce, requestId, request, ...hosts }: Facts): Response {
  return withHeaders(response, (headers) => {
    headers.set('x-request-id', requestId)
    // Pages and what server functions answer belong to one person: nothing in between may keep them.
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

/** What holds for files as well as for pages and calls. */
export function setCommonHeaders(headers: Headers, request: Request): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  // The listener has turned X-Forwarded-Proto into the protocol where TRUST_PROXY allows it.
  if (request.url.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** What is no page is not to become one. */
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
    // Positioned popovers set style attributes; scripts are what the policy is about.
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
