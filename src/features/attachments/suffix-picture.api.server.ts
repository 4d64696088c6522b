import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { readable } from '#src/lib/contrast.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'

/** Letters that fit on the picture. */
const MOST_LETTERS = 4
const SECONDS_OF_DAY = 86_400
/** The width of the colored part, in units of the picture, with space at both sides. */
const ROOM = 344

/** A color of three or six digits, with or without `#`. */
const COLOR = /^#?(?:[\da-f]{3}|[\da-f]{6})$/i

/** A picture for files of a type: a sheet with the extension, in the color asked for or one that is always its own. */
export const suffixPictureCall = endpoint({
  tag: 'file',
  method: 'get',
  path: '/admin/ajax/buildSuffixSvg',
  security: 'admin',
  summary: m.call_suffixSvg,
  query: v.object({
    suffix: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
    background: v.optional(v.pipe(v.string(), v.regex(COLOR))),
  }),
  answer: v.unknown(),
  bare: 'application/octet-stream',
  run: async ({ c, query }) => {
    const picture = suffixPicture(query.suffix, query.background)
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
    const headers = {
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': `private, max-age=${SECONDS_OF_DAY}`,
      etag,
    }
    const known = (c.req.header('if-none-match') ?? '')
      .replaceAll('W/', '')
      .split(/\s*,\s*/)
      .includes(etag)
    return known ? new Response(null, { status: 304, headers }) : new Response(picture, { headers })
  },
})

/** The picture as SVG. Only letters and digits of the extension reach it, and a color in one way of writing. */
function suffixPicture(suffix: string, background?: string): string {
  const known = [...suffix.normalize('NFC').toUpperCase()].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  const letters = (known.length > 0 ? known : [...'FILE']).slice(0, MOST_LETTERS)
  const hue = createHash('sha256').update(letters.join('')).digest().readUInt16BE(0) % 360
  const color = background === undefined ? undefined : sixDigits(background)
  const [fill, ink] = color === undefined ? [`hsl(${hue} 60% 35%)`, '#ffffff'] : [color, readable('#ffffff', color)]
  const width = letters.reduce((sum, letter) => sum + (/[\u2e80-\uffff]/.test(letter) ? 1 : 0.84), 0)
  const size = Math.min(92, Math.floor(ROOM / width))
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="64" height="64">' +
    `<path fill="#e2e5e7" d="M128 0c-17.6 0-32 14.4-32 32v448c0 17.6 14.4 32 32 32h320c17.6 0 32-14.4 32-32V128L352 0z"/>` +
    '<path fill="#b0b7bd" d="M384 128h96L352 0v96c0 17.6 14.4 32 32 32z"/>' +
    `<rect x="32" y="272" width="384" height="176" rx="16" fill="${fill}"/>` +
    `<text x="224" y="392" fill="${ink}" font-family="Arial,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle">${letters.join('')}</text>` +
    '</svg>'
  )
}

function sixDigits(color: string): string {
  const digits = color.replace('#', '').toLowerCase()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}
