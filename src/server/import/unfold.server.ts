import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ImportWriter } from '../crud/import-writer.server.ts'
import type { ImportPlan } from './plan.server.ts'

type Unfolding = {
  db: Db
  importId: number
  own: ImportWriter
  plan: ImportPlan
  actor: Actor
  needed: readonly string[]
}

/**
 * Finds out what the lines of a file mean, by the resource's own query, and stores the rows as if a file had them.
 * @param needed the columns without which a line means nothing. A line whose cell there cannot be read is left out,
 * because it is refused anyway
 */
export async function unfoldLines({ db, importId, own, plan, actor, needed }: Unfolding): Promise<void> {
  await db.execute(sql`delete from import_unfolded where import_id = ${importId}`)
  await db.execute(sql`delete from import_row where import_id = ${-importId}`)
  const lines = sql`(select row_no as line, values as given from import_row
    where import_id = ${importId} and not coalesce(errors ?| ${sql.param([...needed])}::text[], false))`
  const columns = new Set(plan.mapping.filter((name) => name !== null))
  await db.execute(sql`
    with meant as materialized (
      select row_number() over (order by line, field, gives::text)::int as place, line, field, gives, problem, doubt, given
      from (${own.rowsOf({ lines, columns, actor })}) as meaning
    ), rows as (
      insert into import_row (import_id, row_no, values)
      select ${-importId}::bigint, place, gives from meant where gives is not null and problem is null
    )
    insert into import_unfolded (import_id, place, line, field, has_row, problem, doubt, given)
    select ${importId}::bigint, place, line, field, gives is not null and problem is null, problem, doubt, given from meant`)
  await db.execute(sql`analyze import_row`)
  await db.execute(sql`analyze import_unfolded`)
}
