import { and, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { readConfig } from '../config.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { orderParts, orderSql } from '../list/list-order.server.ts'
import { searchSql } from '../list/list-search.server.ts'
import { defused } from '../sheet/defused-text.ts'
import { attachment } from './attachment.server.ts'
import { assertCells } from './cell-limit.server.ts'
import { copyRows } from './copy-rows.server.ts'
import { csvCell } from './csv-cell.ts'
import { exportBook, MAX_SHEET_ROWS } from './export-book.server.ts'
import { type ExportColumn, exportColumns } from './export-columns.server.ts'
import type { ExportQuery } from './export-query.server.ts'
import { exportSelect } from './export-select.server.ts'
import { takeSlot } from './export-slots.server.ts'
import { exportStream } from './export-stream.server.ts'
import { rowsAsShown } from './shown-rows.server.ts'

type Exporting = { db: Database; actor: Actor; resource: Resource; ids?: readonly number[] }

/**
 * Exports all rows of a list, or the named rows, as a file that is produced while it is sent.
 * @param headOnly runs the checks, but sends no rows
 */
export async function exportRows(exporting: Exporting, query: ExportQuery, headOnly: boolean): Promise<Response> {
  const over = takeSlot(exporting.actor.id)
  try {
    const { body, ...file } = await fileOf(exporting, query)
    if (headOnly) over()
    return attachment(headOnly ? null : exportStream(body, over), file)
  } catch (error) {
    over()
    throw error
  }
}

async function fileOf({ db, actor, resource, ids }: Exporting, query: ExportQuery) {
  const { format } = query
  const { timeZone } = await readConfig(db, ['timeZone'])
  const named = ids && anyOf(resource.columns.id, ids)
  const where = and(scope(actor, resource.scope), named, await searchSql(db, resource, actor, query.list))
  if (ids) await assertThere(db, resource, where, new Set(ids).size)
  const order = orderSql(orderParts(resource, query.list.order))
  const columns = await exportColumns({ db, resource, where, timeZone, format }, query.columns)
  if (format === 'xlsx') {
    await assertFits(db, resource, where)
    await assertCells(db, resource.source, where, columns)
  }
  const found = { where, order: sql.raw(order) }
  const select = exportSelect({ from: resource.source, ...found }, columns, format)
  const read = (gone: AbortSignal) =>
    columns.some(({ shown }) => shown !== undefined)
      ? rowsAsShown({ db, actor, resource, ...found }, columns, format, gone)
      : copyRows(db, select, format, gone)
  const title = labelText(resource.description.title)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return {
    body(gone: AbortSignal) {
      const rows = read(gone)
      return format === 'csv' ? csvPieces(columns, rows) : exportBook(title, columns, rows)
    },
    name: `${title} ${today}.${format}`,
    type:
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

async function* csvPieces(columns: readonly ExportColumn[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Spreadsheet programs recognize UTF-8 by the byte order mark.
  yield Buffer.from(`\ufeff${columns.map(({ title }) => csvCell(defused(title), ',')).join(',')}\n`)
  yield* rows
}

/** @throws AppError 409 when a named row no longer exists, or the caller may not see it */
async function assertThere(db: Database, { source }: Resource, where: SQL | undefined, named: number) {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${source} where ${where}`)
  const count = rows[0]?.count ?? 0
  if (count < named) throw new AppError(409, m.export_gone({ count: named - count }), { reason: 'count', count })
}

/** @throws AppError 422 when there are more rows than a sheet can hold */
async function assertFits(db: Database, { source }: Resource, where: SQL | undefined): Promise<void> {
  const filter = where ? sql`where ${where}` : sql``
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${source} ${filter} limit ${MAX_SHEET_ROWS + 1}) as found`,
  )
  if ((rows[0]?.count ?? 0) > MAX_SHEET_ROWS) throw new AppError(422, m.export_tooMany({ count: MAX_SHEET_ROWS }))
}
