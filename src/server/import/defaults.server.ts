import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { staticDefault } from '#src/resource/importable.ts'
import type { Resource } from '../crud/resource.server.ts'
import { emptyValue } from './import-fields.server.ts'

type Missing = {
  /** What a new row has where the file says nothing, for the columns that the file has. */
  get(column: string): SQL | undefined
  /** The same for columns that the file does not have and the table does not fill by itself. */
  others: ReadonlyMap<string, SQL>
}

/**
 * What a new row has where the file says nothing: the default of the description, else that of the table, else what an
 * empty form would send.
 * @param columns that the file has
 */
export async function missingValues(db: Db, resource: Resource, columns: readonly string[]): Promise<Missing> {
  const { rows } = await db.execute<{ name: string; type: string; fallback: string | null; filled: boolean }>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${resource.tableName}::regclass and a.attnum > 0 and not a.attisdropped`)
  const facts = new Map(rows.map((row) => [row.name, row]))
  const found = new Map<string, SQL>()
  const others = new Map<string, SQL>()
  for (const field of resource.importable.values()) {
    const name = resource.columnName(field.name)
    const fact = facts.get(name)
    if (!fact) continue
    const own = staticDefault(field)
    const literal = (value: unknown) =>
      sql`(jsonb_populate_record(null::${resource.table}, jsonb_build_object(${name}::text, ${JSON.stringify(value)}::jsonb))).${sql.identifier(name)}`
    // What the database wrote as its own default may stand in a statement again.
    const usual = fact.fallback === null ? undefined : sql.raw(fact.fallback)
    const value = own !== undefined ? literal(own) : (usual ?? (fact.filled ? literal(emptyValue(field)) : sql`null`))
    if (columns.includes(name)) found.set(name, value)
    else if (own !== undefined || (fact.filled && fact.fallback === null)) others.set(name, value)
  }
  return { get: (column) => found.get(column), others }
}
