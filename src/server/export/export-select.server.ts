import { type SQL, sql } from 'drizzle-orm'
import { ERROR_TEXT } from '../sheet/cell.ts'
import { FORMULA_START, ONLY_NUMBER } from '../sheet/defused-text.ts'
import type { ExportColumn } from './export-columns.server.ts'
import type { ExportQuery } from './export-query.server.ts'

/** `from`: the table, or the subquery that reads it under its name. */
type Rows = { from: SQL; where: SQL | undefined; order: SQL }

/**
 * The cells of an export: one row of texts for each row of the table, null for an empty cell. The outer query reads a
 * text more than once. The subquery computes it once, because the database does not flatten a sorted subquery.
 */
export function exportSelect(
  { from, where, order }: Rows,
  columns: readonly ExportColumn[],
  format: ExportQuery['format'],
): SQL {
  const name = (at: number) => sql.identifier(`cell_${at}`)
  const text = format === 'csv' ? harmless : (value: SQL) => sql`nullif(${value}, '')`
  const cells = columns.map(({ kind }, at) => (kind === 'text' ? text(sql`${name(at)}`) : sql`${name(at)}`))
  const values = columns.map(({ value }, at) => sql`${value} as ${name(at)}`)
  const filter = where ? sql`where ${where}` : sql``
  return sql`select ${listed(cells)} from (select ${listed(values)} from ${from} ${filter} order by ${order}) made`
}

function listed(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

/**
 * A text that no spreadsheet program reads as a formula or an error, as `defused` makes it. Number columns do not need
 * this. The first character and the separators decide for nearly every text; `ascii` of an empty text is 0.
 */
function harmless(value: SQL): SQL {
  return sql`case when ascii(${value}) in (0, 9, 13, 35, 39, 43, 45, 61, 64, 69, 65291, 65293, 65309, 65312) or strpos(${value}, ';') > 0 or strpos(${value}, chr(9)) > 0 then
    case when ${value} ~ ${ONLY_NUMBER} then ${value} when ${value} ~ ${`^'*${ERROR_TEXT}$`} then '''' || ${value}
      when ${value} <> '' then regexp_replace(${value}, ${FORMULA_START}, ${`\\1'\\2`}, 'g') end else ${value} end`
}
