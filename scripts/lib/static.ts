import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { ServerMiddleware } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { setCommonHeaders } from '#src/web/security-headers.server.ts'

/** Seconds in a year. */
const year = 31_536_000

/**
 * Serves the built browser files, with the build's compressed variants where they exist. Only names in /assets change
 * with the content. The file list is read once, so that requests for pages need no disk access.
 */
export function staticFiles(dir: string): ServerMiddleware {
  const paths = new Set(publicPaths(dir))
  const usual = staticMiddleware({ dir, encodings: true, maxAge: 0 })
  const forever = staticMiddleware({ dir, encodings: true, maxAge: year, immutable: true })
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (!paths.has(pathname)) return next()
    const response = await (pathname.startsWith('/assets/') ? forever : usual)(request, next)
    const headers = new Headers(response.headers)
    setCommonHeaders(headers, request)
    // Only documents have an opener. Every first load carries these headers several times.
    if (!/html|svg/.test(headers.get('content-type') ?? '')) headers.delete('cross-origin-opener-policy')
    // An SVG that is opened directly is a document, and no file of the product needs a script.
    headers.set(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    // The file is read completely, because files are small. When a client disconnects during a file stream, Node closes
    // the stream a second time. That error is thrown in a microtask, cannot be caught, and would end the process.
    const body = response.body === null ? null : await response.arrayBuffer()
    return new Response(body, { status: response.status, headers })
  }
}

function publicPaths(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((file) => `/${relative(dir, join(file.parentPath, file.name)).split(sep).join('/')}`)
  // The compressed variants are not separate files.
  return paths.filter((path) => !/\.(?:br|gz)$/.test(path) && !path.includes('/.'))
}
