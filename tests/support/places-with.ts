import { sql } from 'drizzle-orm'
import type { TestApi } from './api.ts'

/** Every text of the database that contains one of the values, as `table.column`. */
export async function placesWith(db: TestApi['db'], values: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and format_type(a.atttypid, a.atttypmod) ~ '^(text|character varying|jsonb)'`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const name = sql.identifier(column)
    const hit = sql.join(
      values.map((value) => sql`strpos(${name}::text, ${value}) > 0`),
      sql` or `,
    )
    const { rows } = await db.execute(sql`select from ${sql.identifier(table)} where ${hit} limit 1`)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
