import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

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
    where id.attrelid = table_named(${table}) and id.attname = 'id' and id.attgenerated <> ''`)
  return rows[0]?.name ?? 'id'
}
