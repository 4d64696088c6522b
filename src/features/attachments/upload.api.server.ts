import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { visibilities } from '#src/lib/file-facts.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { receiveUpload } from '#src/server/files/upload.server.ts'

const uploaded = v.strictObject({
  url: v.string(),
  file: v.strictObject({
    id: v.number(),
    url: v.string(),
    name: v.string(),
    size: v.number(),
    mimetype: v.string(),
    suffix: v.string(),
    width: v.nullable(v.number()),
    height: v.nullable(v.number()),
    sha1: v.string(),
    topic: v.string(),
    visibility: v.picklist(visibilities),
    quote: v.number(),
  }),
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
    const { id, url, name, size, mimetype, suffix, width, height, sha1, topic, visibility, quote } =
      await receiveUpload(c)
    return { url, file: { id, url, name, size, mimetype, suffix, width, height, sha1, topic, visibility, quote } }
  },
} as const

/** Sending a file, from the back office and from the member center. */
export const uploadEndpoints = {
  admin: endpoint({ ...common, path: '/admin/sys-file/upload', security: 'admin', summary: m.call_uploadAdmin }),
  user: endpoint({ ...common, path: '/api/ajax/upload', security: 'user', summary: m.call_uploadUser }),
}
