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
 * The file as it was sent, with what is wrong in it: a workbook with its bad cells coloured and the reasons as notes, all else
 * as it was; a text with a column of reasons.
 * @param headOnly says whether there is one, and makes none
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
  // Seam: Node's own declaration of a web stream against the browser's; they are the same object.
  return Readable.toWeb(readable) as NodeReadableStream as ReadableStream<Uint8Array>
}
