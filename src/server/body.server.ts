import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from './context.server.ts'
import { AppError } from './errors.server.ts'

/** Bytes. A larger body is no form of ours; files have their own limit. */
const MAX_BODY = 2 * 1024 * 1024

/**
 * The text of a request's body. May be called again for the same request. Counts what really arrives, because a chunked
 * body names no length. (hono/body-limit cannot wrap the requests of our listener.)
 * @throws AppError 413 above two megabytes, 400 when it is no UTF-8
 */
export async function readBody(c: ApiContext): Promise<string> {
  const known = c.get('body')
  if (known !== undefined) return known
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY) throw new AppError(413)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw new AppError(413)
    chunks.push(chunk)
  }
  const text = decode(Buffer.concat(chunks))
  c.set('body', text)
  return text
}

/** The JSON object of a request. May be called again for the same request. @throws AppError 400, 413 */
export async function readJson(c: ApiContext): Promise<Record<string, unknown>> {
  const text = await readBody(c)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError(400, m.error_bodyInvalid())
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, m.error_bodyInvalid())
  return Object.fromEntries(Object.entries(body))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError(400, m.error_bodyInvalid())
  }
}
