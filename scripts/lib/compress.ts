import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { ServerMiddleware } from 'srvx'
import { withHeaders } from '#src/lib/response-headers.ts'

const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/i

/** Bytes. Below this size, compression costs more than it saves. */
const least = 1024

/** What a response is to its reader: a file that is saved, a page that somebody waits for on any line, or data. */
type Kind = 'file' | 'page' | 'data'

/** A page takes 0.3 ms longer with 7 than with 5, and is 2 % smaller. */
const brotliQuality: Record<Kind, number> = { file: 1, page: 7, data: 5 }

const encoders: Record<'br' | 'gzip', (kind: Kind) => Transform> = {
  // Each chunk is flushed at once: a page that is rendered as a stream must not wait for its end.
  br: (kind) =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[kind] },
    }),
  gzip: (kind) =>
    createGzip({
      flush: constants.Z_SYNC_FLUSH,
      ...(kind === 'file' ? { level: constants.Z_BEST_SPEED, chunkSize: 65_536 } : {}),
    }),
}

/** Compresses text responses that are not yet compressed. Event streams and no-transform responses are not changed. */
export const compress: ServerMiddleware = async (request, next) => {
  const response = await next()
  const encoding = accepted(request.headers.get('accept-encoding') ?? '')
  if (request.method === 'HEAD' || !compressibleHead(response)) return response
  if (!encoding) return withHeaders(response, varied)
  if (!response.body) return response
  const headers = new Headers(response.headers)
  varied(headers)
  const init = { status: response.status, statusText: response.statusText, headers }
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const etag = headers.get('etag')
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  const { pathname } = new URL(request.url)
  if (etag && SHARED.test(pathname))
    return new Response(await known(`${encoding} ${pathname} ${etag}`, response, encoding), init)
  return new Response(through(response.body, encoders[encoding](kindOf(response))), init)
}

/** Large public documents of this process, whose ETag is a hash of their content. */
const SHARED = /^\/(?:api\/openapi|icons\/\w+)\.json$/

/** The compressed documents, the last used at the end. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const MOST_KEPT = 40

/** The compressed content of a document. It is compressed once, also for requests at the same time. */
function known(key: string, response: Response, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const found = kept.get(key)
  const made = found ?? whole(response, encoding)
  kept.delete(key)
  kept.set(key, made)
  if (!found) made.catch(() => kept.delete(key))
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  return made
}

async function whole(response: Response, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const text = await response.arrayBuffer()
  return new Uint8Array(encoding === 'br' ? await brotli(text) : await zip(text))
}

const brotli = promisify<ArrayBuffer, Buffer>((text, done) =>
  brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }, done),
)
const zip = promisify<ArrayBuffer, Buffer>((text, done) => gzip(text, done))

/** Adds `Vary: Accept-Encoding`, because the response depends on that header. Static files already have it. */
function varied(headers: Headers): void {
  if (!/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
}

/** Checks only status and headers. Reading `body` would convert it to a stream. */
function compressibleHead({ headers, status }: Response): boolean {
  if (status === 206 || headers.has('content-encoding')) return false
  if (/no-transform/i.test(headers.get('cache-control') ?? '')) return false
  const length = headers.get('content-length')
  return compressible.test(headers.get('content-type') ?? '') && (length === null || Number(length) >= least)
}

/** What a response is. An export may have hundreds of megabytes, so a file gets the fastest compression. */
function kindOf({ headers }: Response): Kind {
  if (headers.get('content-disposition')?.startsWith('attachment')) return 'file'
  return headers.get('content-type')?.startsWith('text/html') ? 'page' : 'data'
}

function accepted(header: string): 'br' | 'gzip' | undefined {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  const isWanted = ([, weight = 'q=1']: string[]) => weight.startsWith('q=') && Number(weight.slice(2)) > 0
  return (['br', 'gzip'] as const).find((name) => offers.some((offer) => offer[0] === name && isWanted(offer)))
}

function through(body: ReadableStream, encoder: Transform): ReadableStream<Uint8Array> {
  // The pipeline closes both sides when the client disconnects early. That error needs no handling.
  pipeline(Readable.fromWeb(seam(body)), encoder, () => undefined)
  return bytes(Readable.toWeb(encoder))
}

/** Node and the DOM have different types for the same web stream. */
function seam(body: ReadableStream) {
  return body as import('node:stream/web').ReadableStream
}

function bytes(stream: import('node:stream/web').ReadableStream) {
  // Seam: the web's stream and Node's stream are the same object with two types.
  return stream as unknown as ReadableStream<Uint8Array>
}
