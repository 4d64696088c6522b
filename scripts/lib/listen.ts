import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerHandler, type ServerMiddleware, serve } from 'srvx'
import { addresses, listenError } from './port.ts'

/** The maximum size in bytes of a request's head, including its URL. */
const MAX_HEADER = 128 * 1024

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
  const open = (address: string, on: number) =>
    // An upload may take hours. A proxy reuses connections for longer than Node's five seconds. The longest filter of a
    // list (Chinese text in URL encoding) exceeds Node's default of 16 kB.
    bind(
      createServer({ requestTimeout: 0, keepAliveTimeout: 72_000, maxHeaderSize: MAX_HEADER }, withHost(handler)),
      address,
      on,
    )
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

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Rejects an invalid Host header with 400. The code after this check requires that a request's URL is valid. */
function withHost(handler: NodeHandler): NodeHandler {
  return (request, response) => {
    if (URL.canParse(`http://${request.headers.host ?? 'localhost'}/`)) handler(request, response)
    else response.writeHead(400, { connection: 'close' }).end()
  }
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
