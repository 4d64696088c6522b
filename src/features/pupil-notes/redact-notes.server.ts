import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import type { Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory, replaceHistory, replaceText } from '#src/features/security/redact-text.server.ts'

/** Notes about a pupil go, and the history forgets what they said. */
export async function redactPupilNotes(tx: Db, { id }: Pupil): Promise<Record<string, number>> {
  const notes = await count(tx, sql`delete from pupil_note where student_id = ${id}`)
  const change = await markHistory(tx, {
    table: 'pupil_note',
    which: sql`c.row_id in (select row_id from change where table_name = 'pupil_note'
      and coalesce(before, after) ->> 'student_id' = ${String(id)})`,
    marks: { text: REDACTED },
  })
  return { pupil_note: notes, change }
}

/** Notes that name a person, such as somebody of the family. */
export async function redactNotes(tx: Db, { all }: Person): Promise<Record<string, number>> {
  const notes = await replaceText(tx, 'pupil_note', 'text', all)
  return { pupil_note: notes, change: await replaceHistory(tx, 'pupil_note', 'text', all) }
}
