import { sql } from 'drizzle-orm'
import { integer, text } from 'drizzle-orm/pg-core'
import { attachmentTable } from '#src/db/file.table.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { attachmentScope } from '#src/server/files/file-access.server.ts'
import { plainFileName } from '#src/server/files/file-name.ts'
import { suffixOf } from '#src/server/files/file-types.ts'
import { attachmentDescription } from './attachment.schema.ts'

/** The files that people have sent. Uploads make the rows. Their names and topics can be edited. */
export const attachmentResource = compileResource({
  description: attachmentDescription,
  table: attachmentTable,
  scope: attachmentScope,
  computed: {
    uploader: computed(
      text(),
      ({ uploaderId }) =>
        sql`(select coalesce(nullif(a.nickname, ''), nullif(a.name, ''), a.username) from account a where a.id = ${uploaderId})`,
    ),
    uses: computed(
      integer().notNull(),
      ({ id }) => sql`(select count(*)::int from file_use u where u.attachment_id = ${id})`,
    ),
  },
  relations: { organizationId: organizationOne },
  async check(_db, values, row) {
    const { name, topic } = values
    const errors: Record<string, string[]> = {}
    if (typeof topic === 'string' && !/^[A-Za-z0-9_-]{1,20}$/.test(topic)) errors.topic = [m.files_topic()]
    if (typeof name !== 'string') return errors
    // The extension says how the file is delivered, and was compared with its content.
    // A deleted file comes back with its own extension.
    const suffix = String(row?.suffix ?? values.suffix ?? '')
    if (plainFileName(name) !== name || suffixOf(name) !== suffix) errors.name = [m.attachment_nameRule({ suffix })]
    return errors
  },
})

export const attachmentApi = crud(attachmentResource)
