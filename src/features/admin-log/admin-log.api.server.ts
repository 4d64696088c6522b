import { eq, sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import { adminLog } from '#src/db/admin-log.table.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { adminLogDescription } from './admin-log.schema.ts'

/** The own rows; all rows for super administrators and for those who may see them. */
export function rowsSeen(actor: Actor) {
  return can(actor, 'auth/adminLog/all') ? undefined : eq(adminLog.accountId, actor.id)
}

/** The admin log, which is only read. */
export const adminLogResource = compileResource({
  description: adminLogDescription,
  table: adminLog,
  computed: {
    queryText: computed(text(), ({ query }) => sql`${query}::text`),
    bodyText: computed(text(), ({ body }) => sql`${body}::text`),
  },
  scope: rowsSeen,
})

export const adminLogApi = crud(adminLogResource)
