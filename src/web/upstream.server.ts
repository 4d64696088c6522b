import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

type Outgoing = { method: string; headers: Headers; body: ReadableStream<Uint8Array> | null; signal: AbortSignal }

/**
 * Sends a request whose body and response flow as fast as the slower end takes them, without a time limit. In contrast,
 * fetch gives up after five minutes without data and unpacks the response.
 * @throws the error of the connection; the signal's reason when the signal fires
 */
export async function stream(url: URL, { method, headers, body, signal }: Outgoing): Promise<Response> {
  signal.throwIfAborted()
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    headers: Object.fromEntries(headers),
    signal,
    // A connection of its own: it closes together with its streams.
    agent: false,
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  if (body) sendBody(body, request)
  else request.end()
  const incoming = await answer
  // After the response headers, the response itself reports a failure.
  request.on('error', () => undefined)
  const answered = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    answered.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  }
  const status = incoming.statusCode ?? 502
  if (method === 'HEAD' || status === 204 || status === 304) {
    incoming.resume()
    return new Response(null, { status, headers: answered })
  }
  // Seam: Node and the browser declare web streams differently, but they are the same object.
  const flowing = Readable.toWeb(incoming, { strategy: { highWaterMark: 1 } }) as ReadableStream<Uint8Array>
  return new Response(flowing, { status, statusText: incoming.statusMessage, headers: answered })
}

function sendBody(body: ReadableStream<Uint8Array>, request: ReturnType<typeof httpRequest>): void {
  // Seam: as above.
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  pipeline(source, request).catch((error: unknown) => {
    // A response before the end of the upload is valid, too: a refusal does not need the whole file.
    if (!request.destroyed && !request.writableEnded) request.destroy(error instanceof Error ? error : undefined)
  })
}
