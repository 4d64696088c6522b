import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { isContractPath } from '#src/backend/contract-paths.ts'
import { pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { iconSetResponse } from '#src/layout/icons/icon-sets.server.ts'
import { PERMISSION_EPOCH } from '#src/lib/permission-epoch.ts'
import { STEP_UP_HEADER } from '#src/lib/proof-way.ts'
import { withHeaders } from '#src/lib/response-headers.ts'
import { timeFormatIn } from '#src/lib/time-format.ts'
import { type RequestFacts, requestFacts, requestIdOf, withRequestFacts } from '#src/server/request-facts.server.ts'
import { isCrowded } from '#src/server/request-sanity.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { isAdminSession } from './admin-session.server.ts'
import { clientAddress } from './client-address.server.ts'
import { crawlers } from './crawlers.server.ts'
import { refuseForbidden } from './forbidden.server.ts'
import { FUNCTIONS, gateFunction } from './function-gate.server.ts'
import { health } from './health.server.ts'
import { isPublicPath, publicPage } from './public-page.server.ts'
import { securityHeaders } from './security-headers.server.ts'
import { siteOrigin } from './site-origin.server.ts'
import { proxyStream } from './stream-proxy.server.ts'

const PAGE_METHODS = ['GET', 'HEAD', 'POST']

type PageHandler = (request: Request) => Response | Promise<Response>

/**
 * The whole application as one fetch function: health checks, the HTTP API, then the pages.
 * @param pages the handler of pages and server functions
 * @param visits the addresses below /sign-in, by which browsers go to identity providers and come back
 */
export function createHttp(
  pages: PageHandler,
  production: boolean,
  visits = new Hono(),
): (request: Request) => Promise<Response> {
  const http = new Hono()
    .route('/', health)
    .route('/', crawlers)
    .route('/sign-in', visits)
    // A file of an earlier release no longer exists. A page in its place would confuse the browser.
    .get('/assets/*', (c) => c.text('Not found', 404))
    .get(
      '/icons/*',
      async (c) => (await iconSetResponse(c.req.raw, () => isAdminSession(c.req.raw))) ?? c.text('Not found', 404),
    )
    .all('*', async (c) => {
      const request = c.req.raw
      // Pages use GET and HEAD. Server functions also use POST.
      if (!PAGE_METHODS.includes(request.method))
        return c.text('Method not allowed', 405, { allow: PAGE_METHODS.join(', ') })
      if (isCrowded(request.url)) return c.text('Too many parameters', 400)
      const started = performance.now()
      const shared = production && isPublicPath(c.req.path)
      const answer = await withLocale(pageLocale(request), async () =>
        shared
          ? publicPage(request, async () => pages(request))
          : c.req.path.startsWith(FUNCTIONS)
            ? withFacts(await gateFunction(request, pages))
            : pages(request),
      )
      const response = withStatus(answer, c.req.path)
      const took = { ms: Math.round((performance.now() - started) * 10) / 10 }
      const { requestId } = requestFacts()
      runtime().log.info(
        { requestId, method: c.req.method, path: c.req.path, status: response.status, ...took },
        'page',
      )
      return response
    })

  return (request) => {
    const requestId = requestIdOf(request)
    const { pathname } = new URL(request.url)
    const facts = factsOf(request, requestId)
    return withRequestFacts(facts, async () => {
      const refused = await refuseForbidden(request)
      if (refused) return securityHeaders(refused, facts, { request, production })
      const response = await (isContractPath(pathname) ? contract(request, requestId, pathname) : http.fetch(request))
      return securityHeaders(response, facts, { request, production })
    })
  }
}

async function contract(request: Request, requestId: string, pathname: string): Promise<Response> {
  const address = clientAddress(request)
  const hasAdminSession = () => isAdminSession(request)
  const env = { address, requestId, hasAdminSession, origin: siteOrigin(request) }
  return (await proxyStream(request, pathname)) ?? runtime().api.fetch(request, env)
}

function factsOf(request: Request, requestId: string): RequestFacts {
  let nonce: string | undefined
  return {
    address: clientAddress(request),
    userAgent: request.headers.get('user-agent') ?? '',
    requestId,
    timeFormat: timeFormatIn(request.headers.get('cookie') ?? ''),
    // Only pages have one.
    get nonce() {
      nonce ??= randomBytes(16).toString('base64')
      return nonce
    },
    styleHosts: new Set<string>(),
    mediaHosts: new Set<string>(),
    frameHosts: new Set<string>(),
    epochs: new Map(),
    stepUp: new Set<string>(),
    // A getter, because the listener has to watch the connection for it. Only work that can be cancelled reads it.
    get signal() {
      return request.signal
    },
  }
}

/**
 * Tells the browser how old the permissions are that the API has answered by, and that the call needs a fresh proof.
 */
function withFacts(response: Response): Response {
  const { epochs, stepUp } = requestFacts()
  if (!epochs?.size && !stepUp?.size) return response
  return withHeaders(response, (headers) => {
    if (epochs?.size) headers.set(PERMISSION_EPOCH, String(new URLSearchParams([...epochs])))
    if (stepUp?.size) headers.set(STEP_UP_HEADER, [...stepUp].join())
  })
}

/** The pages /404 and /401 have the status that they show. */
function withStatus(response: Response, path: string): Response {
  const status = path === '/404' ? 404 : path === '/401' ? 401 : undefined
  if (status === undefined || response.status !== 200) return response
  return new Response(response.body, { status, headers: response.headers })
}
