import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { REDACTED } from '#src/features/security/person.server.ts'
import { GONE, type Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory, replaceText } from '#src/features/security/redact-text.server.ts'

/**
 * The candidate of each exam, locked ones too, has neither name nor number any more, and no reason for an exclusion.
 * Marks and results belong to the id of the candidate, so they stay.
 */
export async function redactCandidates(tx: Db, { id, gone, all, candidates }: Pupil): Promise<Record<string, number>> {
  const reason = sql`case when reason = '' then '' else ${REDACTED} end`
  const changed = await count(
    tx,
    sql`update candidate set name = ${GONE}, number = ${gone}, reason = ${reason}
      where student_id = ${id} and (name, number, reason) <> (${GONE}, ${gone}, ${reason})`,
  )
  const which = sql`c.row_id = any (${sql.param(candidates)}::bigint[])`
  const marks = { name: GONE, number: gone, reason: REDACTED }
  const change = await markHistory(tx, { table: 'candidate', which, marks })
  // What was said of the exams of the pupil.
  const ofPupil = sql`select exam_id from candidate where student_id = ${id}`
  const event = await replaceText(tx, 'exam_event', 'reason', all, sql`exam_id in (${ofPupil})`)
  const part = await replaceText(tx, 'exam_part', 'reason', all, sql`exam_id in (${ofPupil})`)
  const told =
    (await replaceText(tx, 'publication', 'note', all, sql`exam_id in (${ofPupil})`)) +
    (await replaceText(tx, 'publication', 'withdraw_reason', all, sql`exam_id in (${ofPupil})`))
  return { candidate: changed, change, exam_event: event, exam_part: part, publication: told }
}
