import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { rowIdOf } from './id-column.server.ts'
import { findResourcesOfTable, type RegisteredResource } from './resource-registry.server.ts'

/**
 * The resource of each row of a table. Of several resources with one table, it is that whose rows (`only`) have the
 * values of the row, as it is or as it was before its deletion.
 */
export async function placesOfRows(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<Map<number, RegisteredResource>> {
  const places = await findResourcesOfTable(db, table)
  const [first, ...others] = places
  if (!first) return new Map()
  if (others.length === 0) return new Map(ids.map((id) => [id, first]))
  const columns = new Set(places.flatMap(({ resource }) => Object.keys(onlyIn(resource))))
  const values = sql.join(
    [...columns].flatMap((name): SQL[] => [sql`${name}::text`, sql`t.${sql.identifier(name)}`]),
    sql`, `,
  )
  const { rows } = await db.execute<{ id: number; row: Record<string, unknown> | null }>(sql`
    select asked.id, coalesce((select jsonb_build_object(${values}) from ${tableAt(table)} t where t.${rowIdOf(first.resource)} = asked.id),
      (select c.before from change c where c.table_name = ${table} and c.row_id = asked.id and c.operation = 'delete'
        order by c.id desc limit 1)) as row
    from unnest(${sql.param([...new Set(ids)])}::bigint[]) as asked (id)`)
  return new Map(
    rows.flatMap(({ id, row }) => {
      const place = places.find(({ resource }) =>
        Object.entries(onlyIn(resource)).every(([name, value]) => row?.[name] === value),
      )
      return place ? [[Number(id), place]] : []
    }),
  )
}

/** What the rows of a resource have in common, by column name. */
function onlyIn({ only = {}, columnNames }: RegisteredResource['resource']): Record<string, string> {
  return Object.fromEntries(Object.entries(only).map(([field, value]) => [columnNames.get(field) ?? field, value]))
}
