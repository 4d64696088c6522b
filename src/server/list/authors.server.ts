import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { formerName } from './account-names.server.ts'

type Authored = Readonly<Record<string, unknown>>

/**
 * The names of the accounts that made a row and changed it last, also of accounts that are gone. Nobody's name is given
 * where there was no account.
 */
export async function authorsOf(db: Db, { createBy, updateBy }: Authored) {
  const ids = [createBy, updateBy].filter((id) => typeof id === 'number')
  if (ids.length === 0) return {}
  const { rows } = await db.execute<{ id: number; name: string | null }>(sql`
    select asked.id, case when a.id is null then ${formerName(sql`asked.id`)} else coalesce(nullif(a.nickname, ''), a.username) end as name
    from unnest(${sql.param([...new Set(ids)])}::bigint[]) as asked (id) left join account a on a.id = asked.id`)
  const nameOf = (id: unknown) => rows.find((row) => Number(row.id) === id)?.name
  const [creator, editor] = [nameOf(createBy), nameOf(updateBy)]
  return { ...(creator ? { createBy: creator } : {}), ...(editor ? { updateBy: editor } : {}) }
}
