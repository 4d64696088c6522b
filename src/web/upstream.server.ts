import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

type Outgoing = { method: string; headers: Headers; body: ReadableStream<Uint8Array> | null; signal: AbortSignal }

/**
 * Sends a request whose body and answer flow as fast as the slower end takes them, for as long as they need: unlike
 * fetch, which gives up after five quiet minutes and unpacks what it receives.
 * @throws what the connection fails with; the signal's reason when it fires
 */
export async function stream(url: URL, { method, headers, body, signal }: Outgoing): Promise<Response> {
  signal.throwIfAborted()
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    headers: Object.fromEntries(headers),
    signal,
    // Its own connection: one that carries streams is closed with them.
    agent: false,
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  if (body) sendBody(body, request)
  else request.end()
  const incoming = await answer
  // After the answer's head, a failure is the answer's to report.
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
  // Seam: Node's own declaration of a web stream against the browser's; they are the same object.
  const flowing = Readable.toWeb(incoming, { strategy: { highWaterMark: 1 } }) as ReadableStream<Uint8Array>
  return new Response(flowing, { status, statusText: incoming.statusMessage, headers: answered })
}

function sendBody(body: ReadableStream<Uint8Array>, request: ReturnType<typeof httpRequest>): void {
  // Seam: as above.
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  pipeline(source, request).catch((error: unknown) => {
    // An answer that comes before the upload has ended is an answer all the same: a refusal needs no whole file.
    if (!request.destroyed && !request.writableEnded) request.destroy(error instanceof Error ? error : undefined)
  })
}
