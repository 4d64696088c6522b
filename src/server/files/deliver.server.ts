import type { SmallSize } from '#src/lib/file-facts.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { AppError } from '../errors.server.ts'
import { exportStream } from '../export/export-stream.server.ts'
import { byteRange } from './byte-range.ts'
import { fileTypeOf, UNKNOWN_TYPE } from './file-types.ts'
import { blobKey } from './register-file.server.ts'
import type { ByteRange, Storage } from './storage.server.ts'
import type { StoredFile } from './stored-file.server.ts'

/** What a file that is opened as a page may do: nothing. */
const POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"
/** Browsers show no PDF in a sandbox. Their own viewer runs none of its scripts. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

type Asked = {
  request: Request
  size: SmallSize | undefined
  /** Not shown in place, whatever it is. */
  download: boolean
  /** A CDN delivers it to the pages of this site, so pages of other origins may show it. */
  shared?: boolean
}

/**
 * Delivers a file, or one of the small sizes of a picture: as a whole or in part, or the news that the client has it
 * already. Its type is that of the table, never that of the uploader, and never a page.
 * @throws AppError 404 without such a size, or when the bytes are gone
 */
export async function deliver(storage: Storage, file: StoredFile, asked: Asked): Promise<Response> {
  const { request, size } = asked
  if (size !== undefined && !file.small) throw missing(request)
  const key = blobKey(file, size)
  const facts = await storage.stat(key)
  if (!facts) throw missing(request)
  const etag = `"${file.sha256.slice(0, 32)}${size === undefined ? '' : `-${size}`}"`
  const modified = new Date(Math.floor(Date.parse(file.createTime) / 1000) * 1000)
  const headers = new Headers(headersOf(file, asked))
  headers.set('etag', etag)
  headers.set('last-modified', modified.toUTCString())
  headers.set('accept-ranges', 'bytes')
  if (isKnown(request.headers, etag, modified)) return new Response(null, { status: 304, headers })
  const range = isSameVersion(request.headers, etag, modified)
    ? byteRange(request.headers.get('range') ?? undefined, facts.size)
    : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${facts.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: facts.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${facts.size}`)
  const body = request.method === 'HEAD' ? null : streamOf(storage, key, range)
  return new Response(body, { status: range ? 206 : 200, headers })
}

function headersOf(file: StoredFile, { size, download, shared = false }: Asked): Record<string, string> {
  const type = fileTypeOf(file.suffix)
  const inline = !download && (size !== undefined || type?.inline === true)
  const isPdf = inline && size === undefined && type?.mimetype === 'application/pdf'
  return {
    'content-type': size === undefined ? contentType(file) : 'image/webp',
    'content-disposition': disposition(inline, size === undefined ? file.name : `${file.name}.webp`),
    'content-security-policy': isPdf ? PDF_POLICY : POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control':
      file.visibility === 'public'
        ? 'public, max-age=31536000, immutable, no-transform'
        : 'private, no-cache, no-transform',
    ...(file.visibility === 'public' ? {} : { vary: 'Authorization, Cookie' }),
    ...(shared ? { vary: 'Sec-Fetch-Dest, Sec-Fetch-Site', 'cross-origin-resource-policy': 'cross-origin' } : {}),
  }
}

/** A drawing may contain scripts, so no browser gets it under its own type. */
function contentType({ suffix, charset }: StoredFile): string {
  const type = fileTypeOf(suffix)
  if (!type || type.contents.includes('svg')) return UNKNOWN_TYPE
  return charset === '' ? type.mimetype : `${type.mimetype}; charset=${charset}`
}

function disposition(inline: boolean, name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Whether the client has this version already. */
function isKnown(headers: Headers, etag: string, modified: Date): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && modified.getTime() <= since
}

/** Whether a part would belong to the version that the client has parts of. */
function isSameVersion(headers: Headers, etag: string, modified: Date): boolean {
  const condition = headers.get('if-range')
  return condition === null || condition === etag || Date.parse(condition) === modified.getTime()
}

function streamOf(storage: Storage, key: string, range: ByteRange | undefined): ReadableStream<Uint8Array> {
  const source = storage.read(key, range)
  const pieces = async function* () {
    for await (const chunk of source) yield new Uint8Array(chunk)
  }
  return exportStream(pieces, () => source.destroy())
}

function missing(request: Request): AppError {
  return new AppError(404, statusMessage(404, new URL(request.url).pathname))
}
