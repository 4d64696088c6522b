import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import type { Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory } from '#src/features/security/redact-text.server.ts'

/** Whose family account the person was: the links go, and the history forgets the pupils and what the person was. */
export async function redactFamily(tx: Db, { id }: Person): Promise<Record<string, number>> {
  const links = await count(tx, sql`delete from guardian where account_id = ${id}`)
  const change = await markHistory(tx, {
    table: 'guardian',
    which: linksWith('account_id', id),
    marks: { student_id: null, relation: REDACTED },
  })
  return { guardian: links, change }
}

/**
 * The family of a pupil: links and unused codes go, messages that wait for the family are not sent, and the history
 * forgets who belonged to the pupil.
 */
export async function redactPupilFamily(tx: Db, { id }: Pupil): Promise<Record<string, number>> {
  const messages = await count(
    tx,
    sql`update message_out set subject = '', sealed = '', state = 'cancelled', end_time = now(), next_time = null
      where state = 'waiting' and notice_kind in ('family', 'markCheck')
        and account_id in (select account_id from guardian where student_id = ${id})`,
  )
  const links = await count(tx, sql`delete from guardian where student_id = ${id}`)
  const codes = await count(tx, sql`delete from family_code where student_id = ${id}`)
  const change = await markHistory(tx, {
    table: 'guardian',
    which: linksWith('student_id', id),
    marks: { account_id: null, relation: REDACTED },
  })
  return { guardian: links, family_code: codes, message_out: messages, change }
}

/** The condition for the changes `c` of the links of an account or of a pupil, which are all gone. */
function linksWith(column: 'account_id' | 'student_id', id: number): SQL {
  return sql`c.row_id in (select row_id from change where table_name = 'guardian'
    and coalesce(before, after) ->> ${column} = ${String(id)})`
}
