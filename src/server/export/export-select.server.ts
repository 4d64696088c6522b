import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ExportColumn } from './export-columns.server.ts'
import type { ExportQuery } from './export-query.server.ts'

type Rows = { table: PgTable; where: SQL | undefined; order: SQL }

/**
 * The cells of an export, a row of texts for each row of the table; what is empty is null. What is done to a text reads it
 * more than once: it is made below, where the database makes it once, as it takes no sorted query apart.
 */
export function exportSelect(
  { table, where, order }: Rows,
  columns: readonly ExportColumn[],
  format: ExportQuery['format'],
): SQL {
  const name = (at: number) => sql.identifier(`cell_${at}`)
  const text = format === 'csv' ? harmless : (value: SQL) => sql`nullif(${value}, '')`
  const cells = columns.map(({ kind }, at) => (kind === 'text' ? text(sql`${name(at)}`) : sql`${name(at)}`))
  const values = columns.map(({ value }, at) => sql`${value} as ${name(at)}`)
  const filter = where ? sql`where ${where}` : sql``
  return sql`select ${listed(cells)} from (select ${listed(values)} from ${table} ${filter} order by ${order}) made`
}

function listed(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

/**
 * A text that no spreadsheet program takes for a formula: what begins like one gets an apostrophe in front, unless it is
 * just a number. Numbers themselves never pass here. The first sign decides for nearly every text; that of an empty one is 0.
 */
function harmless(value: SQL): SQL {
  return sql`case when ascii(${value}) in (0, 9, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312) then
    case when ${value} ~ '^[-+]?[0-9]+([.,][0-9]+)*$' then ${value} when ${value} <> '' then '''' || ${value} end else ${value} end`
}
