import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { visibilities } from '#src/lib/file-facts.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { receiveUpload } from '#src/server/files/upload.server.ts'
import { cardOf, fileCard } from './file-card.ts'

const uploaded = v.strictObject({
  url: v.string(),
  file: v.strictObject({ ...fileCard.entries, sha1: v.string(), topic: v.string(), quote: v.number() }),
})

const common = {
  tag: 'file',
  method: 'post',
  rawBody: {
    type: 'multipart/form-data',
    schema: v.looseObject({
      file: v.file(),
      topic: v.optional(v.string()),
      visibility: v.optional(v.picklist(visibilities)),
    }),
    facts: () => ({ file: { type: 'string', format: 'binary' } }),
  },
  answer: uploaded,
  errors: [413, 422, 429],
  msg: () => m.success_uploaded(),
  run: async ({ c }: { c: Parameters<typeof receiveUpload>[0] }) => {
    const stored = await receiveUpload(c)
    const { url, sha1, topic, quote } = stored
    return { url, file: { ...cardOf(stored), sha1, topic, quote } }
  },
} as const

/** Sending a file, from the back office and from the member center. */
export const uploadEndpoints = {
  admin: endpoint({ ...common, path: '/admin/sys-file/upload', security: 'admin', summary: m.call_uploadAdmin }),
  user: endpoint({ ...common, path: '/api/ajax/upload', security: 'user', summary: m.call_uploadUser }),
}
