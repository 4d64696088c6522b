import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { AppError } from '../errors.server.ts'
import { CELL_CHARACTERS } from '../sheet/cell.ts'
import type { ExportColumn } from './export-columns.server.ts'
import { isArray } from './export-lists.server.ts'

/** A list with so few names is not looked at. Their texts would need more than a thousand characters each. */
const FEW = 20

/** @throws AppError 422 naming the columns with a text that no cell of a workbook can hold */
export async function assertCells(
  db: Database,
  source: SQL,
  where: SQL | undefined,
  columns: readonly ExportColumn[],
): Promise<void> {
  const long = columns.flatMap((column) => {
    const found = mayBeLong(column)
    return found
      ? [{ title: column.title, found: sql`coalesce(bool_or(${found} and ${isLong(column.value)}), false)` }]
      : []
  })
  if (long.length === 0) return
  const filter = where ? sql`where ${where}` : sql``
  const { rows } = await db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(
      long.map(({ found }) => found),
      sql`, `,
    )}] as found from ${source} ${filter}`,
  )
  const titles = long.flatMap(({ title }, at) => (rows[0]?.found[at] ? [title] : []))
  if (titles.length === 0) return
  const named = titles.join(m.crud_listSeparator())
  throw new AppError(422, m.export_tooLong({ columns: named, count: formatCount(CELL_CHARACTERS) }))
}

/** A quick condition that holds for all rows with a long text. Undefined for a column that never has one. */
function mayBeLong({ kind, from }: ExportColumn): SQL | undefined {
  if (kind !== 'text') return undefined
  const type = from.getSQLType()
  if (type === 'text' || type.startsWith('varchar')) return sql`octet_length(${from}) > ${CELL_CHARACTERS}`
  // Quotation marks and separators make a text longer than it is stored, but at most three times as long.
  if (type === 'text[]' || type.startsWith('json'))
    return sql`octet_length(${from}::text) > ${Math.floor(CELL_CHARACTERS / 3)}`
  return isArray(from) ? sql`cardinality(${from}) > ${FEW}` : undefined
}

/** Workbooks count a sign outside of the basic plane as two characters. */
function isLong(value: SQL): SQL {
  const signs = sql`regexp_replace(${value}, ${'[^\u{10000}-\u{10ffff}]'}, '', 'g')`
  return sql`octet_length(${value}) > ${CELL_CHARACTERS} and char_length(${value}) + char_length(${signs}) > ${CELL_CHARACTERS}`
}
