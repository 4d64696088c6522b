import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { takeSlot } from '#src/server/export/export-slots.server.ts'
import { exportStream } from '#src/server/export/export-stream.server.ts'
import { localStorage } from '#src/server/files/storage.server.ts'
import { archiveKey, assertKey, checkArchives, checkKey, KEY_SECONDS, takeArchive } from './archive-key.server.ts'
import { archiveParts } from './archive-parts.server.ts'
import { dataArchive } from './data-archive.server.ts'

const common = { tag: 'session', security: 'user', node: 'account/data', viewers: 'none' } as const

/** Everything that the platform keeps about a member, as one archive. */
export const ownDataEndpoints = {
  // No `write`: what is kept for repeats of a request must not have a key in it.
  ask: endpoint({
    ...common,
    method: 'post',
    path: '/api/user/data',
    summary: m.call_ownDataAsk,
    proof: true,
    answer: v.strictObject({ key: v.string(), seconds: v.number() }),
    errors: [403, 429],
    run: async ({ c, db, actor }) => {
      await checkArchives(db, actor)
      return { key: archiveKey(c.get('deps').secret, actor), seconds: KEY_SECONDS }
    },
  }),
  download: endpoint({
    ...common,
    method: 'get',
    path: '/api/user/download',
    summary: m.call_ownDataDownload,
    query: v.strictObject({ key: v.pipe(v.string(), v.maxLength(200)) }),
    answer: v.unknown(),
    bare: 'application/octet-stream',
    log: 'export',
    errors: [403, 429],
    run: async ({ c, db, actor, query: { key } }) => {
      const { secret, files } = c.get('deps')
      assertKey(secret, actor, key)
      const { timeZone } = await readConfig(db, ['timeZone'])
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
      const file = { name: `${m.ownData_fileName()} ${day}.zip`, type: 'application/zip' }
      const over = takeSlot(actor.id)
      try {
        if (c.req.method === 'HEAD') {
          await checkKey(db, key)
          await checkArchives(db, actor)
          over()
          return attachment(null, file)
        }
        await db.transaction((tx) => takeArchive(tx, actor, key))
        const context = { db, actor, storage: localStorage(files), timeZone, locale: getLocale() }
        return attachment(
          exportStream((gone) => dataArchive({ ...context, gone }, archiveParts), over),
          file,
        )
      } catch (error) {
        over()
        throw error
      }
    },
  }),
}
