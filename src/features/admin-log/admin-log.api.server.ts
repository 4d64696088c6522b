import { eq, or, type SQL, sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import { adminLog, adminLogName } from '#src/db/admin-log.table.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { containsSql } from '#src/server/list/contains.server.ts'
import { adminLogDescription } from './admin-log.schema.ts'

/** The own rows; all rows for super administrators and for those who may see them. */
export function rowsSeen(actor: Actor) {
  return can(actor, 'auth/adminLog/all') ? undefined : eq(adminLog.accountId, actor.id)
}

/** Most names that a search looks for one by one. What more names contain is found everywhere, so rows are read. */
const NAMES_MAX = 1_000

/**
 * The rows whose account or call has a word in its name. The names are looked for first, so that the database knows how
 * many rows have them. Who only tried to sign in is found by the whole name.
 */
async function rowsNamed(db: Db, word: string): Promise<SQL> {
  const { kind, name, nameEn } = adminLogName
  const found = await db
    .select({ kind, name })
    .from(adminLogName)
    .where(or(containsSql(name, word), containsSql(nameEn, word)))
    .limit(NAMES_MAX + 1)
  const { username, title, titleEn } = adminLog
  if (found.length > NAMES_MAX)
    return sql`(${containsSql(username, word)} or ${containsSql(title, word)} or ${containsSql(titleEn, word)})`
  const people = [...new Set([...named(found, 'account'), word])]
  const calls = [...new Set(named(found, 'call'))]
  const by = sql`${username} = any (${sql.param(people)}::text[])`
  return calls.length === 0 ? by : sql`(${by} or ${title} = any (${sql.param(calls)}::text[]))`
}

function named(found: readonly { kind: string; name: string }[], wanted: 'account' | 'call'): string[] {
  return found.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))
}

/** The title in the language of the reader. */
function titleFor(row: object): object {
  const title = getLocale() === 'en' && 'titleEn' in row && row.titleEn
  return title ? { title } : {}
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
  searched: rowsNamed,
  uneven: true,
  shown: async (_db, _actor, rows) => rows.map((row) => ({ ...row, ...titleFor(row) })),
})

export const adminLogApi = crud(adminLogResource)
