import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { staticDefault } from '#src/resource/importable.ts'
import type { Resource } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { emptyValue } from './import-fields.server.ts'

type Missing = {
  /** The value of a new row where the file has none, for the columns of the file. */
  get(column: string): SQL | undefined
  /** The same for columns that are not in the file, unless the table fills them by itself. */
  others: ReadonlyMap<string, SQL>
}

/**
 * The values of a new row where the file has none. The default of the description comes first, then the default of the
 * table, then the value of an empty form.
 * @param columns the columns of the file
 */
export async function missingValues(db: Db, resource: Resource, columns: readonly string[]): Promise<Missing> {
  const { rows } = await db.execute<{ name: string; type: string; fallback: string | null; filled: boolean }>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = table_named(${resource.tableName}) and a.attnum > 0 and not a.attisdropped`)
  const facts = new Map(rows.map((row) => [row.name, row]))
  const found = new Map<string, SQL>()
  const others = new Map<string, SQL>()
  for (const field of resource.importable.values()) {
    const name = resource.columnName(field.name)
    const fact = facts.get(name)
    if (!fact) continue
    const own = staticDefault(field)
    const { given } = serverTypeOf(field)
    const literal = (value: unknown) =>
      given?.(sql`${value}`, resource.column(field.name)) ??
      sql`(jsonb_populate_record(null::${resource.table}, jsonb_build_object(${name}::text, ${JSON.stringify(value)}::jsonb))).${sql.identifier(name)}`
    // The database wrote its own default as SQL, so a statement may contain it again.
    const usual = fact.fallback === null ? undefined : sql.raw(fact.fallback)
    const value = own !== undefined ? literal(own) : (usual ?? (fact.filled ? literal(emptyValue(field)) : sql`null`))
    if (columns.includes(name)) found.set(name, value)
    else if (own !== undefined || (fact.filled && fact.fallback === null)) others.set(name, value)
  }
  for (const [field, value] of Object.entries(resource.only ?? {}))
    others.set(resource.columnName(field), sql`${value}`)
  return { get: (column) => found.get(column), others }
}
