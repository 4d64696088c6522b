import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { copyRows } from '#src/server/export/copy-rows.server.ts'
import { exportBook, MAX_SHEET_ROWS } from '#src/server/export/export-book.server.ts'
import { takeSlot } from '#src/server/export/export-slots.server.ts'
import { exportStream } from '#src/server/export/export-stream.server.ts'
import { candidatesOfExam } from './checked-lines.server.ts'
import { importFactsOf } from './exam-facts.server.ts'
import { collectingExam } from './score-columns.server.ts'

/** `school`: only the candidates of one school. */
type Asked = { id: number; school?: number | undefined; headOnly?: boolean }

/**
 * A workbook to fill in: the candidates that the actor sees, and an empty column for each subject. Names are in it for
 * those who may see them.
 * @throws AppError 404, 409, 422 for more candidates than a sheet holds
 */
export async function scoreSheet(
  db: Database,
  actor: Actor,
  { id, school, headOnly = false }: Asked,
): Promise<Response> {
  const exam = await collectingExam(db, actor, id)
  const { subjects } = await importFactsOf(db, exam)
  const named = can(actor, 'exam/candidate/pupil')
  const among = sql`${candidatesOfExam(actor, id)} c where c.status = 'in' ${school === undefined ? sql`` : sql`and c.school_id = ${school}`}`
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${among} limit ${MAX_SHEET_ROWS + 1}) found`,
  )
  if ((rows[0]?.count ?? 0) > MAX_SHEET_ROWS) throw new AppError(422, m.export_tooMany({ count: MAX_SHEET_ROWS }))
  const empty = subjects.map(() => sql`null::text`)
  const select = sql`
    select c.number, ${named ? sql`c.name,` : sql``} s.name, o.name, nullif(c.combo, '')${empty.length > 0 ? sql`, ${sql.join(empty, sql`, `)}` : sql``}
    from (select * from ${among}) c join organization s on s.id = c.school_id join organization o on o.id = c.org_id
    order by s.path, o.path, c.number`
  const columns = [
    { title: m.candidate_number(), kind: 'text' },
    ...(named ? [{ title: m.candidate_name(), kind: 'text' } as const] : []),
    { title: m.candidate_school(), kind: 'text' },
    { title: m.candidate_org(), kind: 'text' },
    { title: m.candidate_combo(), kind: 'text' },
    ...subjects.map(({ name }) => ({ title: name, kind: 'number' }) as const),
  ] as const
  const title = m.examImport_sheetName({ exam: exam.name })
  const file = { name: `${title}.xlsx`, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  if (headOnly) return attachment(null, file)
  const make = (gone: AbortSignal) => exportBook(title, columns, copyRows(db, select, 'xlsx', gone))
  return attachment(exportStream(make, takeSlot(actor.id)), file)
}
