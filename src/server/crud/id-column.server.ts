import { type SQLChunk, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { columnName } from './column-name.server.ts'
import type { Resource } from './resource.server.ts'

/** The column of ids beside a column `id` of other programs that holds no whole numbers. */
export const ROW_ID = 'yardstick_id'

/** The column with the ids of the rows of a resource, for SQL behind an alias. */
export function rowIdOf({ columns }: Pick<Resource, 'columns'>): SQLChunk {
  return sql.identifier(columnName(columns.id))
}

/** The name of the column with the ids of the rows of a table. */
export async function idNameOf(tx: Db, table: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select id_column(table_named(${table})) as name`)
  return rows[0]?.name ?? 'id'
}

/**
 * The column in which a new row of a table gets its id. In a table of other programs, `id` may be generated from
 * its key.
 */
export async function idColumnOf(tx: Db, table: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select source.attname as name from pg_attribute id join pg_attrdef d on d.adrelid = id.attrelid and d.adnum = id.attnum
      join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refclassid = 'pg_class'::regclass
        and p.refobjid = id.attrelid and p.refobjsubid not in (0, id.attnum)
      join pg_attribute source on source.attrelid = id.attrelid and source.attnum = p.refobjsubid
    where id.attrelid = table_named(${table}) and id.attname = id_column(id.attrelid) and id.attgenerated <> ''`)
  return rows[0]?.name ?? (await idNameOf(tx, table))
}
