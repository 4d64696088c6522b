import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from './context.server.ts'
import { AppError } from './errors.server.ts'
import { checkParameters, isModest, isStorable } from './request-sanity.server.ts'

/** Bytes. A larger body is no form of ours; files have their own limit. */
const MAX_BODY = 2 * 1024 * 1024
/** So much is read to its end before it is refused: who is cut off while they send may never see the answer. */
const MAX_HEARD = 8 * MAX_BODY

/**
 * The text of a request's body. May be called again for the same request. Counts what really arrives, because a chunked
 * body names no length. (hono/body-limit cannot wrap the requests of our listener.)
 * @throws AppError 413 above two megabytes, 400 when it is no UTF-8
 */
export async function readBody(c: ApiContext): Promise<string> {
  const known = c.get('body')
  if (known !== undefined) return known
  const text = decodeText(await readLimited(c.req.raw))
  c.set('body', text)
  return text
}

/** The bytes of a body that is no file. @throws AppError 413 above two megabytes, 400 when it breaks off */
export async function readLimited(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) throw new AppError(413)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_HEARD) break
      if (size <= MAX_BODY) chunks.push(chunk)
    }
  } catch {
    // Whoever goes away in the middle of what they send is no failure of ours.
    throw new AppError(400, m.error_bodyInvalid())
  }
  if (size > MAX_BODY) throw new AppError(413)
  return Buffer.concat(chunks)
}

/** The JSON object of a request. May be called again for the same request. @throws AppError 400, 413, 415 */
export async function readJson(c: ApiContext): Promise<Record<string, unknown>> {
  const type = mediaType(c)
  if (type !== '' && !/^application\/(json|[\w.+-]+\+json)$/.test(type)) throw new AppError(415)
  const text = await readBody(c)
  let body: unknown
  try {
    if (!isModest(text)) throw new AppError(400, m.error_tooMuch())
    body = JSON.parse(text)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(400, m.error_bodyInvalid())
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !isStorable(body)) {
    throw new AppError(400, m.error_bodyInvalid())
  }
  return Object.fromEntries(Object.entries(body))
}

/** The fields of a urlencoded form; none when the request carries no body. @throws AppError 400, 415 */
export async function readForm(c: ApiContext): Promise<URLSearchParams> {
  const type = mediaType(c)
  if (type === '') return new URLSearchParams()
  if (type !== 'application/x-www-form-urlencoded') throw new AppError(415)
  const text = await readBody(c)
  const params = new URLSearchParams(text)
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new AppError(400, m.error_encoding())
  }
  checkParameters(params)
  return params
}

/** The type of the body without its parameters. @throws AppError 415 for another charset than UTF-8 */
function mediaType(c: ApiContext): string {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) throw new AppError(415)
  const encoding = c.req.header('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError(415)
  return type.trim()
}

/** @throws AppError 400 when it is no UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError(400, m.error_encoding())
  }
}
