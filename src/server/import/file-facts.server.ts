import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import type { Encoding, FileFacts } from '../sheet/file-facts.ts'
import { sheetError } from '../sheet/sheet-error.server.ts'
import { surveyFile } from './file-reader.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import type { ThreadOptions } from './in-thread.server.ts'

/**
 * Detects what an uploaded file is. Printed text has no sign of its own, so only its name reveals it.
 * @throws SheetError when it is not a table that can be read
 */
export async function surveyNamed(path: string, fileName: string, options: ThreadOptions): Promise<FileFacts> {
  const facts = await surveyFile(path, options)
  if (facts.format === 'csv' && /\.prn$/i.test(fileName)) throw sheetError({ name: 'otherFormat', format: 'printed' })
  return facts
}

/** Reads a text in another encoding from now on. @throws AppError 404, 422 */
export async function changeEncoding(
  { db, files }: { db: Database; files: string },
  { id, storedAs, facts }: ImportRecord,
  encoding: Encoding,
  options: ThreadOptions,
): Promise<void> {
  if (storedAs === '') throw new AppError(404, m.import_expired())
  if (facts.format !== 'csv') return
  const changed = await surveyFile(importFile(files, storedAs), { ...options, encoding })
  await db.update(dataImport).set({ facts: changed }).where(eq(dataImport.id, id))
}
