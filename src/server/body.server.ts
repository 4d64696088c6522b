import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from './context.server.ts'
import { AppError } from './errors.server.ts'
import { checkParameters, isModest, isStorable } from './request-sanity.server.ts'

/** Maximum size in bytes. No form of this project sends a larger body. Files have their own limit. */
const MAX_BODY = 2 * 1024 * 1024
/** Maximum bytes to read before a refusal. A client that is cut off while sending may never see the response. */
const MAX_HEARD = 8 * MAX_BODY

/**
 * The text of a request's body. It can be read again for the same request. The function counts the bytes that arrive,
 * because a chunked body declares no length. (hono/body-limit cannot wrap the requests of this project's listener.)
 * @throws AppError 413 above two megabytes, 400 when it is not UTF-8
 */
async function readBody(c: ApiContext): Promise<string> {
  const known = c.get('body')
  if (known !== undefined) return known
  const text = decodeText(await readLimited(c.req.raw))
  c.set('body', text)
  return text
}

/** The bytes of a body that is not a file. @throws AppError 413 above two megabytes, 400 when the body is cut off */
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
    // A client that disconnects while sending is not a server error.
    throw new AppError(400, m.error_bodyInvalid())
  }
  if (size > MAX_BODY) throw new AppError(413)
  return Buffer.concat(chunks)
}

/** The JSON object of a request. It can be read again for the same request. @throws AppError 400, 413, 415 */
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

/** The fields of a urlencoded form. Empty when the request has no content type. @throws AppError 400, 413, 415 */
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

/** The media type without its parameters. @throws AppError 415 for a charset other than UTF-8 or a compressed body */
function mediaType(c: ApiContext): string {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) throw new AppError(415)
  const encoding = c.req.header('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError(415)
  return type.trim()
}

/** Decodes UTF-8. @throws AppError 400 when the bytes are not valid UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError(400, m.error_encoding())
  }
}
