import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { smallSizes } from '#src/lib/file-facts.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { cdnOf } from '#src/server/files/cdn.server.ts'
import { deliver } from '#src/server/files/deliver.server.ts'
import { filesSeen } from '#src/server/files/file-access.server.ts'
import { isSigned } from '#src/server/files/signed-address.server.ts'
import { localStorage } from '#src/server/files/storage.server.ts'
import { filesAt } from '#src/server/files/stored-file.server.ts'

const briefly = { 'cache-control': 'private, max-age=300', vary: 'Sec-Fetch-Dest, Sec-Fetch-Site' }

/**
 * A file by its address. Everybody may read public files. Private ones need a right to them, or a signature. Whoever
 * has neither gets the same 404 as for an address that does not exist. Pages of this site get public files from the
 * CDN.
 */
export const storageCall = endpoint({
  tag: 'file',
  method: 'get',
  path: '/storage/{path}',
  security: 'anyone',
  summary: m.call_storage,
  segments: v.object({ path: v.string() }),
  query: v.object({
    size: v.optional(v.picklist(smallSizes.map(String))),
    download: v.optional(v.picklist(['1'])),
    expires: v.optional(v.pipe(v.string(), v.maxLength(12))),
    signature: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** Not from the CDN: it could not be reached. */
    cdn: v.optional(v.picklist(['0'])),
  }),
  answer: v.unknown(),
  bare: 'application/octet-stream',
  errors: [404],
  run: async ({ c, db, actor, query }) => {
    const { files, secret } = c.get('deps')
    const url = c.get('url').pathname
    const signed = isSigned(secret, url, query) ? (await filesAt(db, [url]))[0] : undefined
    const file = signed ?? (await filesSeen(db, actor, [url])).get(url)
    if (!file) throw new AppError(404, statusMessage(404, url))
    const size = smallSizes.find((one) => String(one) === query.size)
    const path = size === undefined ? url : `${url}?size=${size}`
    const elsewhere = query.cdn === '0' ? undefined : await cdnOf(db, file, c.req.raw, path)
    // Not for long: the setting and the visibility of the file may change.
    if (elsewhere) return new Response(null, { status: 302, headers: { location: elsewhere, ...briefly } })
    const { cdnUrl } = await readConfig(db, ['cdnUrl'])
    const shared = cdnUrl !== '' && file.visibility === 'public'
    return deliver(localStorage(files), file, { request: c.req.raw, size, download: query.download === '1', shared })
  },
})
