import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { attachment } from '../export/attachment.server.ts'
import { markFile } from './file-reader.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { readBookMarks } from './mark-cells.server.ts'
import { readMarks } from './marks.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { reasonTitles } from './titles.server.ts'
import { workbookFile } from './workbook-files.ts'

type Context = { db: Database; files: string; registered: RegisteredResource; take(): Promise<() => void> }

/**
 * The uploaded file with its errors. In a workbook, bad cells are coloured and the reasons are notes; all else stays as
 * it was. A CSV file gets a column of reasons.
 * @param context `take` waits for a turn to read a file
 * @param headOnly only checks that the file exists, and does not build it
 */
export async function markedFile(context: Context, record: ImportRecord, headOnly: boolean): Promise<Response> {
  const { facts, plan, fileName } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  if (!plan) throw new AppError(404, m.import_notChecked())
  const base = fileName.replace(/\.[^.]*$/, '')
  const { ending, type } =
    facts.format === 'csv' ? { ending: 'csv', type: 'text/csv; charset=utf-8' } : workbookFile(facts.kind, fileName)
  const body = headOnly ? null : await marked(context, { ...record, plan })
  return attachment(body, { name: `${m.import_markedName({ name: base })}.${ending}`, type })
}

async function marked(
  { db, files, registered, take }: Context,
  record: ImportRecord & { plan: ImportPlan },
): Promise<ReadableStream<Uint8Array>> {
  const { facts, plan } = record
  const file = importFile(files, record.storedAs)
  const reasons = { own: m.import_reasonColumn(), known: reasonTitles() }
  const task =
    facts.format === 'xlsx'
      ? ({
          kind: 'markBook',
          file,
          sheet: plan.sheet,
          ...(await readBookMarks(db, registered, record)),
        } as const)
      : ({
          kind: 'markText',
          file,
          facts,
          header: plan.header,
          width: plan.mapping.length,
          marks: await readMarks(db, registered, record, true),
          reasons,
        } as const)
  // The turn is over when the whole file is sent, or the client has left.
  const onEnd = await take()
  try {
    return streamOf(Readable.from(await markFile(task, { onEnd }), { objectMode: false }))
  } catch (error) {
    onEnd()
    throw error
  }
}

function streamOf(readable: Readable): ReadableStream<Uint8Array> {
  // Seam: Node and the browser declare web streams differently, but the object is the same.
  return Readable.toWeb(readable) as NodeReadableStream as ReadableStream<Uint8Array>
}
