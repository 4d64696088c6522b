import { sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'

type Authored = Readonly<Record<string, unknown>>

/** The names of the accounts that made a row and changed it last. Nobody's name is given where there is no account. */
export async function authorsOf(db: Db, { createBy, updateBy }: Authored) {
  const ids = [createBy, updateBy].filter((id) => typeof id === 'number')
  if (ids.length === 0) return {}
  const rows = await db
    .select({ id: account.id, name: sql<string>`coalesce(nullif(${account.nickname}, ''), ${account.username})` })
    .from(account)
    .where(anyOf(account.id, ids))
  const nameOf = (id: unknown) => rows.find((row) => row.id === id)?.name
  const [creator, editor] = [nameOf(createBy), nameOf(updateBy)]
  return { ...(creator ? { createBy: creator } : {}), ...(editor ? { updateBy: editor } : {}) }
}
