import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { usableTables } from '#src/features/resources/own-tables.server.ts'

/** A table that a screen can start from. */
export type ListedTable = {
  name: string
  comment: string
  /** How many rows it has; above `COUNTED`, an estimate. */
  rows: number
  /** The resource that stands on it already. */
  key: string | null
}

/** Tables with more rows than this are not counted. */
const COUNTED = 1000

/** The tables that a screen can start from, in the order of their names. */
export async function listTables(db: Db): Promise<ListedTable[]> {
  const { rows } = await db.execute<ListedTable>(sql`
    select u.name, coalesce(obj_description(u.oid, 'pg_class'), '') as comment, d.key,
      greatest(case c.relkind when 'p' then (select sum(greatest(l.reltuples, 0)) from pg_partition_tree(u.oid) t
        join pg_class l on l.oid = t.relid where t.isleaf) else c.reltuples end, 0)::float8 as rows
    from ${usableTables} u join pg_class c on c.oid = u.oid left join resource_description d on d.table_name = u.name
    where has_table_privilege(u.oid, 'select')
    order by u.name collate "C"`)
  const small = rows.filter((table) => table.rows <= COUNTED)
  const counted = await countOf(
    db,
    small.map(({ name }) => name),
  )
  return rows.map((table) => ({ ...table, rows: Math.max(counted.get(table.name) ?? 0, Math.round(table.rows)) }))
}

/** Counts rows up to one more than `COUNTED`. Where an estimate is greater, it is newer than nothing at all. */
async function countOf(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const counts = names.map(
    (name) => sql`select ${name}::text as name, count(*)::int as rows
      from (select from ${tableAt(name)} limit ${COUNTED + 1}) few`,
  )
  const { rows } = await db.execute<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
