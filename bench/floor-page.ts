import { serve } from 'srvx'

// A bare Start page, built with the same tools: what the framework itself costs.

const entry = new URL('../node_modules/.cache/bench-bare/server/server.js', import.meta.url).href
const { default: app }: { default: { fetch(request: Request): Promise<Response> } } = await import(entry)
serve({ fetch: (request) => app.fetch(request), port: Number(process.env.PORT), hostname: 'localhost', silent: true })
