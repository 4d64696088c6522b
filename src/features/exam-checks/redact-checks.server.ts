import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import type { Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory, replaceHistory, replaceText } from '#src/features/security/redact-text.server.ts'

/**
 * What the person has asked about papers: the requests stay without the text, and the history forgets it. What was
 * answered, to the person or to others of the family, does not name the person any more.
 */
export async function redactChecks(tx: Db, { id, all }: Person): Promise<Record<string, number>> {
  const own = await count(tx, sql`update mark_check set account_id = null, text = ${REDACTED} where account_id = ${id}`)
  const change = await markHistory(tx, {
    table: 'mark_check',
    which: checksWith('account_id', id),
    marks: { text: REDACTED },
  })
  let [named, past] = [0, 0]
  for (const text of ['text', 'answer']) {
    named += await replaceText(tx, 'mark_check', text, all)
    past += await replaceHistory(tx, 'mark_check', text, all)
  }
  return { mark_check: own + named, change: change + past }
}

/** What was asked about the papers of a pupil, and answered: nobody knows who has asked, or what. */
export async function redactPupilChecks(tx: Db, { id }: Pupil): Promise<Record<string, number>> {
  const checks = await count(
    tx,
    sql`update mark_check set account_id = null, text = ${REDACTED}, answer = case when answer = '' then '' else ${REDACTED} end
      where student_id = ${id} and (account_id is not null or text <> ${REDACTED} or answer not in ('', ${REDACTED}))`,
  )
  const change = await markHistory(tx, {
    table: 'mark_check',
    which: checksWith('student_id', id),
    marks: { account_id: null, text: REDACTED, answer: REDACTED },
  })
  return { mark_check: checks, change }
}

/** The condition for the changes `c` of requests of an account or of a pupil. */
function checksWith(column: 'account_id' | 'student_id', id: number): SQL {
  return sql`c.row_id in (select row_id from change where table_name = 'mark_check'
    and coalesce(before, after) ->> ${column} = ${String(id)})`
}
