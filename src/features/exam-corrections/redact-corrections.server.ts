import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import type { Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory, replaceHistory, replaceText } from '#src/features/security/redact-text.server.ts'

const texts = ['reason', 'answer']

/** What was said about the papers of a pupil. The marks of the corrections stay. */
export async function redactPupilCorrections(tx: Db, { candidates }: Pupil): Promise<Record<string, number>> {
  const correction = await count(
    tx,
    sql`update correction set reason = ${REDACTED}, answer = case when answer = '' then '' else ${REDACTED} end
      where candidate_id = any (${sql.param(candidates)}::bigint[])
        and (reason <> ${REDACTED} or answer not in ('', ${REDACTED}))`,
  )
  const change = await markHistory(tx, {
    table: 'correction',
    which: sql`c.row_id in (select id from correction where candidate_id = any (${sql.param(candidates)}::bigint[])
      union select row_id from change d where d.table_name = 'correction' and d.operation = 'delete'
        and (d.before ->> 'candidate_id')::bigint = any (${sql.param(candidates)}::bigint[]))`,
    marks: { reason: REDACTED, answer: REDACTED },
  })
  return { correction, change }
}

/** Corrections that name a person, such as who has asked a school for one. */
export async function redactCorrections(tx: Db, { all }: Person): Promise<Record<string, number>> {
  let [correction, change] = [0, 0]
  for (const text of texts) {
    correction += await replaceText(tx, 'correction', text, all)
    change += await replaceHistory(tx, 'correction', text, all)
  }
  return { correction, change }
}
