import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { attachment } from '../export/attachment.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { markedBook } from './marked-book.server.ts'
import { markedText } from './marked-text.server.ts'
import { readMarks } from './marks.server.ts'

/**
 * The uploaded file with its errors. In a workbook, bad cells are coloured and the reasons are notes; all else stays as
 * it was. A CSV file gets a column of reasons.
 * @param headOnly only checks that the file exists, and does not build it
 */
export async function markedFile(
  { db, files, registered }: { db: Database; files: string; registered: RegisteredResource },
  record: ImportRecord,
  headOnly: boolean,
): Promise<Response> {
  const { facts, plan, fileName } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  if (!plan) throw new AppError(404, m.import_notChecked())
  const file = importFile(files, record.storedAs)
  const marks = headOnly ? new Map() : await readMarks(db, registered, record, facts.format === 'csv')
  const base = fileName.replace(/\.[^.]*$/, '')
  if (facts.format === 'csv') {
    const text = () => streamOf(Readable.from(markedText(file, facts, plan, marks), { objectMode: false }))
    return attachment(headOnly ? null : text(), {
      name: `${m.import_markedName({ name: base })}.csv`,
      type: 'text/csv; charset=utf-8',
    })
  }
  return attachment(headOnly ? null : streamOf(await markedBook(file, plan.sheet, marks)), {
    name: `${m.import_markedName({ name: base })}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

function streamOf(readable: Readable): ReadableStream<Uint8Array> {
  // Seam: Node and the browser declare web streams differently, but the object is the same.
  return Readable.toWeb(readable) as NodeReadableStream as ReadableStream<Uint8Array>
}
