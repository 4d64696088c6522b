import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { nameOfAccount } from '#src/server/list/account-names.server.ts'
import { GENERATION_LOCK, inOwnLanguage, shownEntries } from './entry-log.server.ts'
import { crudLog } from './generation.table.server.ts'
import { crudDescription } from './generator.schema.ts'

/** What the generator did. Whoever may look at it sees all of it: it tells of tables, and not of rows. */
export const crudResource = compileResource({
  description: crudDescription,
  table: crudLog,
  scope: 'unscoped',
  computed: {
    author: computed(text(), () => nameOfAccount(sql`create_by`)),
  },
  shown: shownRows,
})

export const crudApi = crud(crudResource)

/** Titles in the language of the reader, and what became of an entry whose process ended before its work was done. */
async function shownRows(db: Db, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  return inOwnLanguage(await shownEntries(db, GENERATION_LOCK, rows, m.generator_interrupted()))
}
