import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { GONE, type Pupil } from '#src/features/security/pupil.server.ts'
import { count, markHistory } from '#src/features/security/redact-text.server.ts'

/** Name, number and gender go. Class, school and days stay: who counted where is part of figures. */
export async function redactStudent(tx: Db, { id, gone }: Pupil): Promise<Record<string, number>> {
  const student = await count(
    tx,
    sql`update student set name = ${GONE}, number = ${gone}, gender = 0
      where id = ${id} and (name, number, gender) <> (${GONE}, ${gone}, 0)`,
  )
  const marks = { name: GONE, number: gone, gender: 0 }
  const change = await markHistory(tx, { table: 'student', which: sql`c.row_id = ${id}`, marks })
  return { student, change }
}
