import { type SQL, sql } from 'drizzle-orm'
import { cancelQuery } from '#src/db/cancel-query.server.ts'
import type { Database } from '#src/db/client.server.ts'
import type { TextRow } from '#src/db/statement.server.ts'
import { asTexts } from '#src/db/text-query.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { rowOf } from '../list/list-plan.server.ts'
import { defused } from '../sheet/defused-text.ts'
import { csvCell } from './csv-cell.ts'
import type { ExportColumn } from './export-columns.server.ts'
import type { ExportQuery } from './export-query.server.ts'
import { written } from './literal.server.ts'

/** Rows that are read and shown at once. */
const PORTION = 500

type Shown = { db: Database; actor: Actor; resource: Resource; where: SQL | undefined; order: SQL }

/**
 * Rows of a resource whose texts `shown` makes, as `copyRows` yields those of others: read in portions, with the texts
 * that lists have.
 * @param gone aborted when the client no longer waits
 */
export async function* rowsAsShown(
  { db, actor, resource, where, order }: Shown,
  columns: readonly ExportColumn[],
  format: ExportQuery['format'],
  gone: AbortSignal,
): AsyncGenerator<Buffer> {
  const { listPlan: plan, source } = resource
  const cells = sql.join(
    columns.map(({ value }) => value),
    sql`, `,
  )
  const filter = where ? sql`where ${where}` : sql``
  const select = sql`select ${sql.raw(plan.columns)}, ${cells} from ${source} ${filter} order by ${order}`
  const line = format === 'csv' ? csvLine : copyLine
  const client = await db.$client.connect()
  let whole = false
  try {
    await client.query('begin; set local statement_timeout = 0')
    await client.query(written(sql`declare shown_rows no scroll cursor for ${select}`))
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({
        text: `fetch ${PORTION} from shown_rows`,
        rowMode: 'array',
        types: asTexts,
      })
      if (gone.aborted || rows.length === 0) break
      const stored = rows.map((one) => rowOf(plan, one))
      const shown = (await resource.shown?.(db, actor, stored)) ?? stored
      yield Buffer.from(
        rows.map((one, at) => line(cellsOf(columns, one.slice(plan.fields.length), shown[at]))).join(''),
      )
    }
    await client.query('commit')
    whole = true
  } finally {
    if (!whole) cancelQuery(client)
    client.release(!whole)
  }
}

type Cell = { kind: ExportColumn['kind']; text: string }

function cellsOf(columns: readonly ExportColumn[], texts: TextRow, row: Row | undefined): Cell[] {
  return columns.map(({ kind, shown }, at) => {
    const said = shown === undefined ? texts[at] : row?.[shown]
    return { kind, text: said === null || said === undefined ? '' : String(said) }
  })
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(({ kind, text }) => csvCell(kind === 'text' ? defused(text) : text, ',')).join(',')}\n`
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A line of the text format of COPY. */
function copyLine(cells: readonly Cell[]): string {
  const text = (cell: Cell) =>
    cell.text === '' ? '\\N' : cell.text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign)
  return `${cells.map(text).join('\t')}\n`
}
