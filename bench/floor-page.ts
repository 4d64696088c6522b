import { serve } from 'srvx'
import { staticFiles } from '../scripts/lib/static.ts'

// A bare Start page, built with the same tools. It measures the cost of the framework itself.

const bare = new URL('../node_modules/.cache/bench-bare/', import.meta.url)
const { default: app }: { default: { fetch(request: Request): Promise<Response> } } = await import(
  new URL('server/server.js', bare).href
)
serve({
  fetch: (request) => app.fetch(request),
  middleware: [staticFiles(new URL('client', bare).pathname)],
  port: Number(process.env.PORT),
  hostname: 'localhost',
  silent: true,
})
