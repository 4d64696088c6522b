import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'

/** A row, or some of its columns, as the history stores it: by column name. */
export type RowJson = Record<string, unknown>

/** Converts a value of the history to the format of the API: points in time in UTC. */
export function wireValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/.test(value))
    return value
  return instantFromDatabase(value)
}

/** The writable columns of a table, as the database has them now. Paths that it makes are none. */
export async function writableColumns(tx: Db, table: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`select a.attname as name from pg_attribute a
    where a.attrelid = table_named(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not (a.attname = 'path' and is_tree(a.attrelid))`)
  return new Set(rows.map((row) => row.name))
}
