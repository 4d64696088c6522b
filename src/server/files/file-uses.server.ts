import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import { idNameOf } from '../crud/id-column.server.ts'
import { findResourceOfTable } from '../crud/resource-registry.server.ts'
import { namesOf } from '../crud/table-names.server.ts'

/** The table whose rows say where attachments are used. */
export const FILE_USES = 'file_use'

/** Rows of one table that use an attachment: how many, and some that the actor may read. */
export type FileUse = {
  id: number
  count: number
  names: string[]
  rows: { id: number; name: string }[]
  where: string
  resource: string | null
  menu: string | null
}

const SAMPLES = 3

/** The tables whose rows use the given attachments, in words for people. */
export async function fileUsesOf(tx: Db, actor: Actor, ids: readonly number[]): Promise<FileUse[]> {
  const { rows: counted } = await tx.execute<{ id: number; table: string; count: number }>(sql`
    select attachment_id as id, table_name as table, count(distinct row_id)::int as count from file_use
    where attachment_id = any (${sql.param(ids)}::bigint[]) group by 1, 2 order by 1, 2`)
  const uses: FileUse[] = []
  for (const { id, table, count } of counted) {
    // The names of a runtime resource are known only after it has been looked up.
    await findResourceOfTable(tx, table)
    const { title, resource = null, menu = null, name, words, visible } = namesOf(table)
    const found = name ? await samples(tx, Number(id), table, name, visible?.(actor)) : []
    const rows = words ? found.map((row) => ({ id: row.id, name: words(row.name) })) : found
    const names = rows.map((row) => row.name)
    uses.push({ id: Number(id), count, names, rows, where: labelText(title), resource, menu })
  }
  return uses
}

async function samples(tx: Db, id: number, table: string, name: SQL, seen: SQL | undefined) {
  const on = tableAt(table)
  const row = sql`${on}.${sql.identifier(await idNameOf(tx, table))}`
  const { rows } = await tx.execute<{ id: number; name: string | null }>(sql`
    select ${row} as id, ${name}::text as name from ${on}
    where ${row} in (select row_id from file_use where attachment_id = ${id} and table_name = ${table})
      and ${seen ?? sql`true`} order by ${row} limit ${SAMPLES}`)
  return rows.map((row) => ({ id: Number(row.id), name: row.name ?? `#${row.id}` }))
}
