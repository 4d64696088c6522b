import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ServerMiddleware } from 'srvx'
import { withHeaders } from '#src/lib/response-headers.ts'

const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/i

/** Bytes below which compressing costs more than it saves. */
const least = 1024

const encoders: Record<'br' | 'gzip', (long: boolean) => Transform> = {
  // Each chunk goes out when it comes: a page that is rendered as a stream must not wait for its end.
  br: (long) =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: long ? 1 : 4 },
    }),
  gzip: (long) =>
    createGzip({
      flush: constants.Z_SYNC_FLUSH,
      ...(long ? { level: constants.Z_BEST_SPEED, chunkSize: 65_536 } : {}),
    }),
}

/** Compresses text answers that are not compressed yet. Event streams and answers marked no-transform stay as they are. */
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
  return new Response(through(response.body, encoders[encoding](isFile(response))), init)
}

/** Another answer for who takes another encoding; static files say so themselves. */
function varied(headers: Headers): void {
  if (!/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
}

/** Says nothing of the body: looking at it would make a stream of it. */
function compressibleHead({ headers, status }: Response): boolean {
  if (status === 206 || headers.has('content-encoding')) return false
  if (/no-transform/i.test(headers.get('cache-control') ?? '')) return false
  const length = headers.get('content-length')
  return compressible.test(headers.get('content-type') ?? '') && (length === null || Number(length) >= least)
}

/** Of an export there may be hundreds of megabytes: compressing must not be what everybody waits for. */
function isFile({ headers }: Response): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') ?? false
}

function accepted(header: string): 'br' | 'gzip' | undefined {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*q=/))
  return (['br', 'gzip'] as const).find((name) => offers.some(([offer, q = '1']) => offer === name && Number(q) > 0))
}

function through(body: ReadableStream, encoder: Transform): ReadableStream<Uint8Array> {
  // The pipeline ends both sides when a visitor leaves early; there is nobody to tell.
  pipeline(Readable.fromWeb(seam(body)), encoder, () => undefined)
  return bytes(Readable.toWeb(encoder))
}

/** Node and the DOM describe the same web stream in types of their own. */
function seam(body: ReadableStream) {
  return body as import('node:stream/web').ReadableStream
}

function bytes(stream: import('node:stream/web').ReadableStream) {
  // Seam: the web's stream and Node's are one, under two types.
  return stream as unknown as ReadableStream<Uint8Array>
}
