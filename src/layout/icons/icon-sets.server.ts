import { createHash } from 'node:crypto'
import { callPublic } from '#src/backend/client.server.ts'
import { pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { iconSources, type NamedIcon } from '#src/lib/icon.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { iconsOf } from './icon.server.ts'
import { type IconSheet, iconSheet } from './iconfont.server.ts'

const NO_SHEET: IconSheet = { names: [] }

type Answer = { text: string; etag: string }

const answers = processCache<Answer>()

/**
 * Serves a set of icons for the icon picker: `GET /icons/fa.json`. The packaged sets are public.
 * @param mayFetch whether the caller may make this process fetch the Iconfont style sheet
 * @returns undefined when the path names no icon set; 502 with a `message` when the Iconfont style sheet cannot be
 * loaded
 */
export async function iconSetResponse(
  request: Request,
  mayFetch: () => Promise<boolean>,
): Promise<Response | undefined> {
  const [, name] = /^\/icons\/(\w+)\.json$/.exec(new URL(request.url).pathname) ?? []
  const source = iconSources.find((one) => one === name)
  if (source === undefined) return undefined
  const sheet = source === 'iconfont' && (await mayFetch()) ? await configuredSheet() : NO_SHEET
  const { names, problem } = sheet
  if (problem && names.length === 0) {
    const message = withLocale(pageLocale(request), problem)
    return Response.json({ message }, { status: 502, headers: { 'cache-control': 'no-store' } })
  }
  const { text, etag } =
    source === 'iconfont'
      ? answerOf(names.map((name) => ({ name, icon: { font: name } })))
      : (answers.get(source) ?? answers.set(source, answerOf([...iconsOf(source).values()])))
  // Packaged sets change only with a release. The Iconfont style sheet may change at any time.
  const cache = source === 'iconfont' ? 'private, no-cache' : 'public, max-age=3600'
  const headers = { 'content-type': 'application/json', 'cache-control': cache, etag }
  // A proxy that compresses the response marks the ETag as weak.
  const known = request.headers.get('if-none-match')?.replace(/^W\//, '')
  if (known === etag) return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}

function answerOf(icons: readonly NamedIcon[]): Answer {
  const text = JSON.stringify(icons)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"` }
}

async function configuredSheet(): Promise<IconSheet> {
  // Seam: the response follows the API's contract.
  const { data } = await callPublic({ method: 'GET', path: '/api/site' })
  const url = typeof data === 'object' && data !== null && 'iconfontUrl' in data ? String(data.iconfontUrl) : ''
  return url === '' ? NO_SHEET : iconSheet(url)
}
