import { createHash } from 'node:crypto'
import { callPublic } from '#src/backend/client.server.ts'
import { type IconSource, iconSources, type NamedIcon } from '#src/lib/icon.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { iconsOf } from './icon.server.ts'
import { iconfontNames } from './iconfont.server.ts'

type Answer = { text: string; etag: string }

const HOUR = 3_600_000
const answers = processCache<Answer>({ maxAge: HOUR })

/**
 * Serves a set of icons for the icon picker: `GET /icons/fa.json`. The data is not secret, so browsers may cache it.
 * @returns undefined when the path names no icon set
 */
export async function iconSetResponse(request: Request): Promise<Response | undefined> {
  const [, name] = /^\/icons\/(\w+)\.json$/.exec(new URL(request.url).pathname) ?? []
  const source = iconSources.find((one) => one === name)
  if (source === undefined) return undefined
  const { text, etag } = answers.get(source) ?? (await answerOf(source))
  // Packaged sets change only with a release. The Iconfont style sheet may change at any time.
  const cache = source === 'iconfont' ? 'no-cache' : 'public, max-age=3600'
  const headers = { 'content-type': 'application/json', 'cache-control': cache, etag }
  // A proxy that compresses the response marks the ETag as weak.
  const known = request.headers.get('if-none-match')?.replace(/^W\//, '')
  if (known === etag) return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}

async function answerOf(source: IconSource): Promise<Answer> {
  const icons = source === 'iconfont' ? await glyphs() : [...iconsOf(source).values()]
  const text = JSON.stringify(icons)
  const answer = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"` }
  // An empty set may be temporary, so it is not cached.
  return icons.length > 0 ? answers.set(source, answer) : answer
}

async function glyphs(): Promise<NamedIcon[]> {
  // Seam: the response follows the API's contract.
  const { data } = await callPublic({ method: 'GET', path: '/api/site' })
  const sheet = typeof data === 'object' && data !== null && 'iconfontUrl' in data ? String(data.iconfontUrl) : ''
  const names = sheet === '' ? [] : await iconfontNames(sheet)
  return names.map((name) => ({ name, icon: { font: name } }))
}
