import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { attachment } from '../export/attachment.server.ts'
import { MAX_SHEET_ROWS } from '../export/export-book.server.ts'
import { CELL_CHARACTERS } from '../sheet/cell.ts'
import type { FileFacts } from '../sheet/file-facts.ts'
import { markFile } from './file-reader.server.ts'
import { COLUMN, type FileTask, type Return } from './file-task.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { readBookMarks } from './mark-cells.server.ts'
import { readReasons } from './marks.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { cellLook } from './template.server.ts'
import { returnTitles } from './titles.server.ts'
import { workbookFile } from './workbook-files.ts'

type Context = { db: Database; files: string; registered: RegisteredResource; take(): Promise<() => void> }
type Planned = ImportRecord & { plan: ImportPlan }

/** `all`: the whole file. `refused`: its titles and the rows that are refused. */
export type ReturnedRows = 'all' | 'refused'

/**
 * The uploaded file with its errors, or its refused rows alone, as a workbook. Bad cells are coloured and the reasons
 * are notes. All else stays as it was in a workbook; the cells of a CSV file become texts. A file that is not a copy of
 * the workbook has a column of reasons. What a workbook cannot hold is a CSV file.
 * @param context `take` waits for a turn to read a file
 * @param headOnly only checks that the file exists, and does not build it
 * @throws AppError 404
 */
export async function markedFile(
  context: Context,
  record: ImportRecord,
  { rows, headOnly }: { rows: ReturnedRows; headOnly: boolean },
): Promise<Response> {
  const { facts, plan } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  if (!plan) throw new AppError(404, m.import_notChecked())
  const refused = rows === 'refused' ? await countRefused(context.db, record.id) : undefined
  if (refused === 0) throw new AppError(404, m.import_noneRefused())
  const format = returnedFormat(facts, refused)
  const base = record.fileName.replace(/\.[^.]*$/, '')
  const name = refused === undefined ? m.import_markedName({ name: base }) : m.import_refusedName({ name: base })
  const { ending, type } =
    format === 'csv'
      ? { ending: 'csv', type: 'text/csv; charset=utf-8' }
      : workbookFile(facts.format === 'xlsx' && refused === undefined ? facts.kind : 'xlsx', record.fileName)
  const body = headOnly ? null : await made(context, { ...record, plan }, rows, format)
  return attachment(body, { name: `${name}.${ending}`, type })
}

/**
 * The kind of file in which rows come back.
 * @param refused the number of refused rows, if only these come back
 */
export function returnedFormat(facts: FileFacts, refused?: number): 'xlsx' | 'csv' {
  const isShort = facts.format === 'xlsx' || facts.longest <= CELL_CHARACTERS
  // The rows of a workbook that comes back whole are in a sheet already.
  const rows = refused ?? (facts.format === 'csv' ? facts.rows : 0)
  return isShort && rows <= MAX_SHEET_ROWS ? 'xlsx' : 'csv'
}

async function countRefused(db: Database, importId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from import_verdict where import_id = ${importId} and action = 'refused'`,
  )
  return rows[0]?.count ?? 0
}

async function made(
  { db, files, registered, take }: Context,
  record: Planned,
  rows: ReturnedRows,
  format: 'xlsx' | 'csv',
): Promise<ReadableStream<Uint8Array>> {
  const given = returnOf(record, registered, importFile(files, record.storedAs), rows)
  const { facts, file, sheet } = given
  const reasons = readReasons(db, registered, record, given.onlyRefused)
  const task: FileTask & { kind: 'markBook' | 'returnBook' | 'returnText' } =
    facts.format === 'xlsx' && !given.onlyRefused
      ? { kind: 'markBook', file, sheet, ...(await readBookMarks(db, registered, record)), returned: given }
      : format === 'xlsx'
        ? { kind: 'returnBook', name: sheetOf(record), ...given }
        : { kind: 'returnText', ...given }
  // The turn is over when the whole file is sent, or the client has left.
  const onEnd = await take()
  try {
    return streamOf(Readable.from(await markFile(task, { onEnd, reasons }), { objectMode: false }))
  } catch (error) {
    onEnd()
    throw error
  }
}

function returnOf(
  { facts, plan }: Planned,
  { resource }: RegisteredResource,
  file: string,
  rows: ReturnedRows,
): Return {
  const columns = plan.mapping.map((name) => {
    const field = name === null ? undefined : resource.importable.get(name)
    return {
      label: name === null ? undefined : (resource.label(name) ?? name),
      exact: field !== undefined && cellLook(field) === 'exact',
    }
  })
  const { sheet, header } = plan
  const text = m.import_returnCut({ count: formatCount(CELL_CHARACTERS) })
  const cut = { text, named: m.import_fieldProblem({ field: COLUMN, text }) }
  return { file, facts, sheet, header, columns, onlyRefused: rows === 'refused', titles: returnTitles(), cut }
}

/** The name of the sheet. A text has only that of its file. */
function sheetOf({ facts, fileName, plan }: Planned): string {
  const name = facts.format === 'xlsx' ? facts.sheets[plan.sheet]?.name : undefined
  return name ?? fileName.replace(/\.[^.]*$/, '')
}

function streamOf(readable: Readable): ReadableStream<Uint8Array> {
  // Seam: Node and the browser declare web streams differently, but the object is the same.
  return Readable.toWeb(readable) as NodeReadableStream as ReadableStream<Uint8Array>
}
