import { and, between, desc, eq, sql } from 'drizzle-orm'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { type Ledger, ledgers } from '#src/features/ledger/ledger-tables.server.ts'
import { ownResources } from '#src/features/ledger/own-resources.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { scope } from '#src/server/access/scope.server.ts'
import { copyRows } from '#src/server/export/copy-rows.server.ts'
import { csvCell } from '#src/server/export/csv-cell.ts'
import { type ExportColumn, exportColumns } from '#src/server/export/export-columns.server.ts'
import { exportFields } from '#src/server/export/export-query.server.ts'
import { exportSelect } from '#src/server/export/export-select.server.ts'
import { orderParts, orderSql } from '#src/server/list/list-order.server.ts'
import { defused } from '#src/server/sheet/defused-text.ts'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'
import { jsonList } from './json-text.server.ts'

/** Entries that are in memory at once. */
const PAGE = 2_000

/** The entries of balance and points, each as JSON and as the file that the member's own page exports. */
export const ledgerParts: readonly ArchivePart[] = [
  fileOf('balance.csv', m.ownData_balanceCsv, (context) => csv(context, 'money')),
  fileOf('balance.json', m.ownData_balanceJson, (context) => jsonList(entries(context, 'money'))),
  fileOf('points.csv', m.ownData_pointsCsv, (context) => csv(context, 'score')),
  fileOf('points.json', m.ownData_pointsJson, (context) => jsonList(entries(context, 'score'))),
]

type Numbers = { from: number; to: number }

/** The numbers of the entries page by page, the newest first. Those that come meanwhile are not among them. */
async function* numbers({ db, actor }: ArchiveContext, kind: Ledger['kind']): AsyncGenerator<Numbers> {
  const [row] = await db
    .select({ money: memberBalance.moneySeq, score: memberBalance.scoreSeq })
    .from(memberBalance)
    .where(eq(memberBalance.accountId, actor.id))
  // Entries have the numbers from 1, without a gap.
  for (let to = row?.[kind] ?? 0; to > 0; to -= PAGE) yield { from: Math.max(1, to - PAGE + 1), to }
}

async function* entries(context: ArchiveContext, kind: Ledger['kind']) {
  const { db, actor } = context
  const { table } = ledgers[kind]
  const { seq, createTime, memo, amount, after } = table
  for await (const { from, to } of numbers(context, kind))
    yield await db
      .select({ seq, createTime, memo, amount, after })
      .from(table)
      .where(and(eq(table.accountId, actor.id), between(seq, from, to)))
      .orderBy(desc(seq))
}

async function* csv(context: ArchiveContext, kind: Ledger['kind']): AsyncGenerator<string> {
  const { db, timeZone } = context
  const resource = ownResources[kind]
  const names = exportFields(resource).map(({ name }) => name)
  const columns = await exportColumns({ db, resource, where: undefined, timeZone, format: 'csv' }, names)
  // Spreadsheet programs recognize UTF-8 by the byte order mark.
  yield `\ufeff${columns.map(({ title }) => csvCell(defused(title), ',')).join(',')}\n`
  for await (const page of numbers(context, kind)) yield await lines(context, kind, columns, page)
}

/** A page as a whole: a reader who stops in it holds no connection. */
async function lines(
  { db, actor, gone }: ArchiveContext,
  kind: Ledger['kind'],
  columns: readonly ExportColumn[],
  { from, to }: Numbers,
): Promise<string> {
  const resource = ownResources[kind]
  const where = and(scope(actor, resource.scope), between(ledgers[kind].table.seq, from, to))
  const order = sql.raw(orderSql(orderParts(resource, [])))
  const chunks: Buffer[] = []
  for await (const chunk of copyRows(
    db,
    exportSelect({ from: resource.source, where, order }, columns, 'csv'),
    'csv',
    gone,
  ))
    chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
