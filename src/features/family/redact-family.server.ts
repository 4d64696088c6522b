import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'

/** Whose family account the person was: the links go, and the history forgets the pupils and what the person was. */
export async function redactFamily(tx: Db, { id }: Person): Promise<Record<string, number>> {
  const links = await tx.execute(sql`delete from guardian where account_id = ${id}`)
  const gone = JSON.stringify({ student_id: null, relation: REDACTED })
  await tx.execute(sql`
    update change set before = before || ${gone}::jsonb, after = after || ${gone}::jsonb
    where table_name = 'guardian' and (coalesce(before, after) ->> 'account_id')::bigint = ${id}`)
  return { guardian: links.rowCount ?? 0 }
}
