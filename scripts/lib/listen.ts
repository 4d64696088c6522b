import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerHandler, type ServerMiddleware, serve } from 'srvx'
import { watchBodies } from './body-watch.ts'
import { addresses, listenError } from './port.ts'

/** Maximum bytes of a request's head. Only the address of a list needs that much: Chinese text in a filter. */
const MAX_HEAD = 128 * 1024
/** Maximum bytes of the header fields, and of an address that is not read with GET. */
const MAX_FIELDS = 32 * 1024

/** Milliseconds in which a head must arrive, and between two looks for late ones. */
const HEAD_MS = 20_000
const HEAD_LOOK_MS = 5_000

/** Maximum open connections of a process. Node closes each further one at once. */
const MAX_CONNECTIONS = 6_000

/** Milliseconds that requests in progress may still take when the server closes. */
const patience = 10_000

export interface Listening {
  port: number
  /** Accepts no new connections and waits up to ten seconds for requests in progress. */
  close(): Promise<void>
}

interface Options {
  fetch: ServerHandler
  middleware: ServerMiddleware[]
  host: string
  port: number
  trustProxy: boolean
}

/** Serves `fetch` over HTTP on every address of the host. @throws ScriptError when it cannot listen */
export async function listen({ fetch, middleware, host, port, trustProxy }: Options): Promise<Listening> {
  const closing = new AbortController()
  const app = serve({
    fetch,
    middleware: [endStreams(closing.signal), ...middleware],
    trustProxy,
    manual: true,
    silent: true,
    gracefulShutdown: false,
  })
  const handler = app.node?.handler
  if (!handler) throw new Error('srvx gave no handler for Node.')
  const open = (address: string, on: number) => {
    // A proxy reuses connections for longer than Node's five seconds.
    const times = { keepAliveTimeout: 72_000, connectionsCheckingInterval: HEAD_LOOK_MS }
    const server = createServer({ ...times, maxHeaderSize: MAX_HEAD }, withSaneHead(handler))
    limit(server)
    sayClosing(server, closing.signal)
    return bind(server, address, on)
  }
  const [first, ...others] = addresses(host)
  const main = await open(first, port).catch((error: Error) => {
    throw listenError(error, host, port)
  })
  const actual = portOf(main)
  // On a machine without IPv6, the first address is enough.
  const more = await Promise.all(others.map((address) => open(address, actual).catch(() => undefined)))
  const servers = [main, ...more].filter((server) => server !== undefined)
  return {
    port: actual,
    async close() {
      closing.abort()
      await Promise.all(servers.map(closeServer))
    },
  }
}

/** Limits the connections of a server, and the time that heads and bodies may take. */
export function limit(server: Server): void {
  // An upload may take hours, so a request has no time limit as a whole.
  server.requestTimeout = 0
  server.headersTimeout = HEAD_MS
  server.maxConnections = MAX_CONNECTIONS
  watchBodies(server)
  discardRests(server)
}

/**
 * Reads and discards what is left of a body when its response is complete, as a refusal is that needs no body. Node
 * does so only for bodies that nobody has begun to read. The next request on the connection waits behind it.
 */
function discardRests(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return
      request.removeAllListeners('data')
      request.resume()
    })
  })
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Rejects an invalid Host header with 400, and a head that is too large with 431. The code after this check requires
 * that a request's URL is valid.
 */
function withSaneHead(handler: NodeHandler): NodeHandler {
  return (request, response) => {
    const refused = isLarge(request) ? 431 : URL.canParse(`http://${request.headers.host ?? 'localhost'}/`) ? 0 : 400
    // With TRUST_PROXY, srvx would put this header into the URL. Proxies that do not set it pass on any caller's.
    delete request.headers['x-forwarded-host']
    if (refused) response.writeHead(refused, { connection: 'close' }).end()
    else handler(request, response)
  }
}

function isLarge({ method, url = '', rawHeaders }: IncomingMessage): boolean {
  const reading = method === 'GET' || method === 'HEAD'
  const fields = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  return fields > MAX_FIELDS || (!reading && url.length > MAX_FIELDS)
}

/** While the server closes, every response says that its connection closes, so that no client sends another request. */
function sayClosing(server: Server, signal: AbortSignal): void {
  const open = new Set<ServerResponse>()
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (signal.aborted) response.setHeader('connection', 'close')
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  signal.addEventListener('abort', () => {
    for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
  })
}

/** An event stream never ends by itself. It is closed when the server closes, and the browser reconnects later. */
function endStreams(signal: AbortSignal): ServerMiddleware {
  return async (_request, next) => {
    const response = await next()
    // Reading `body` converts it to a stream, so the header is checked first.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return response
    const relay = new TransformStream()
    // An abort is the normal end on both sides, also when the client disconnects.
    response.body.pipeTo(relay.writable, { signal, preventAbort: true }).catch(async () => {
      if (signal.aborted) await relay.writable.close().catch(() => undefined)
    })
    const { status, statusText, headers } = response
    return new Response(relay.readable, { status, statusText, headers })
  }
}

function bind(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that was busy when closing began stays open after its response. So idle connections are closed again
  // and again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, sleep(patience, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}
