import { sql } from 'drizzle-orm'
import { type Said, withLocale } from '#src/i18n/locale.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Writing } from '../crud/resource.server.ts'
import { insertRow, updateRow } from '../write/put-rows.server.ts'
import { refusalOf } from '../write/refusal.server.ts'
import type { Classifying } from './classify-context.server.ts'
import { type FileRow, fileRows } from './row-values.server.ts'

/**
 * Lets the resource's own writers judge the rows, by writing them and taking it all back. A row that its writer refuses
 * is refused with the writer's messages. The rows before it are written already, as they will be in the import.
 */
export async function tryWriters({ db: tx, importId, resource, actor, signal }: Classifying): Promise<void> {
  if (!resource.write?.add && !resource.write?.edit) return
  const writing: Writing = { tx, resource, actor, changeSetId: 0 }
  const refused: { row_no: number; errors: Said<FieldErrors> }[] = []
  await tx.execute(sql.raw('savepoint try_writers'))
  for await (const rows of fileRows(tx, importId, resource, ['new', 'changed'])) {
    for (const row of rows) {
      signal.throwIfAborted()
      const wrong = await attempt(writing, row)
      if (!wrong) continue
      // The reader of the returned file may use another language.
      const said = (locale: 'zh-cn' | 'en') => withLocale(locale, async () => (await attempt(writing, row)) ?? wrong)
      refused.push({ row_no: row.row, errors: { 'zh-cn': await said('zh-cn'), en: await said('en') } })
    }
  }
  await tx.execute(sql.raw('rollback to savepoint try_writers'))
  await tx.execute(sql.raw('release savepoint try_writers'))
  if (refused.length === 0) return
  await tx.execute(sql`
    update import_verdict v set action = 'refused', problem = 'rules', errors = wrong.errors
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as wrong (row_no int, errors jsonb)
    where v.import_id = ${importId} and v.row_no = wrong.row_no`)
}

/** Writes a row. Returns the messages of a refusal, after which nothing of the row is left. @throws any other error */
async function attempt(writing: Writing, { values, stored }: FileRow): Promise<FieldErrors | undefined> {
  const { tx } = writing
  await tx.execute(sql.raw('savepoint try_row'))
  try {
    if (stored) await updateRow(writing, stored, values)
    else await insertRow(writing, values)
    await tx.execute(sql.raw('release savepoint try_row'))
    return undefined
  } catch (error) {
    const { msg, errors } = refusalOf(error, 0, '')
    await tx.execute(sql.raw('rollback to savepoint try_row'))
    await tx.execute(sql.raw('release savepoint try_row'))
    return errors ?? { '': [msg] }
  }
}
