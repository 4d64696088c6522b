import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { inOwnLanguage, shownEntries } from '#src/features/generator/entry-log.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { nameOfAccount } from '#src/server/list/account-names.server.ts'
import { moduleLog } from './module.table.server.ts'
import { MODULE_LOCK } from './module-log.server.ts'
import { moduleLogDescription } from './store-log.schema.ts'

/** What was done with modules. Whoever may look at it sees all of it. */
export const moduleLogResource = compileResource({
  description: moduleLogDescription,
  table: moduleLog,
  scope: 'unscoped',
  computed: {
    author: computed(text(), () => nameOfAccount(sql`create_by`)),
  },
  shown: shownRows,
})

export const moduleLogApi = crud(moduleLogResource)

/** Titles in the language of the reader, and what became of an entry whose process ended before its work was done. */
async function shownRows(db: Db, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  return inOwnLanguage(await shownEntries(db, MODULE_LOCK, rows, m.modules_interrupted()))
}
