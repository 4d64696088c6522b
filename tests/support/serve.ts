import { type ServerHandler, serve } from 'srvx'
import { onTestFinished } from 'vitest'

/** Serves a fetch function over real HTTP until the test ends. @returns its base URL without a trailing slash */
export async function serveHttp(fetch: ServerHandler): Promise<string> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
  await server.ready()
  onTestFinished(() => server.close(true))
  return (server.url ?? '').replace(/\/$/, '')
}
