import { sql } from 'drizzle-orm'
import { type Db, openDatabase } from '#src/db/client.server.ts'
import { redaction } from '#src/db/watch.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { personOf } from './person.server.ts'
import { findPupil, type Pupil } from './pupil.server.ts'
import { pupilRedactors } from './pupil-redactors.server.ts'
import { addRedacted, redactIn, refuseRedaction } from './redact-person.server.ts'

export type RedactedPupil = Pick<Pupil, 'exists' | 'gone' | 'accountId'> & {
  studentId: number
  changeSetId: number
  counts: Record<string, number>
}

/**
 * Takes the name and the numbers of a pupil out of every place, ends the links of the family, and redacts the pupil's
 * own account if there is one, as one change set of the kind `redact`. Marks, results and places stay, so that all
 * figures do. Nothing can bring the values back. Who is redacted already stays as they are.
 * @param by the user of the machine
 * @throws Error for an unknown number, and while a legal hold keeps the pupil or the own account
 */
export async function redactPupil(url: string, number: string, by: string): Promise<RedactedPupil> {
  const db = openDatabase(url, 1)
  try {
    return await write(db, { ...systemAuthor, name: by }, 'redact', async (tx, changeSetId) => {
      const pupil = await findPupil(tx, number)
      const hold = await holdOnPupil(tx)
      if (hold !== undefined) throw new Error(`The legal hold "${hold}" keeps this pupil. Lift it first.`)
      const { id, exists, gone, accountId } = pupil
      const counts: Record<string, number> = {}
      const author = { id: null, name: 'system' }
      if (accountId !== null) {
        await refuseRedaction(tx, accountId)
        addRedacted(counts, await redactIn(tx, await personOf(tx, accountId), author))
      }
      for (const redact of pupilRedactors) addRedacted(counts, await redact(tx, pupil, author))
      await tx.insert(redaction).values({ studentId: id, counts })
      return { studentId: id, exists, gone, accountId, changeSetId, counts }
    })
  } finally {
    await db.$client.end()
  }
}

/** The reason of a legal hold that keeps everything, or the pupils and what belongs to them. */
async function holdOnPupil(tx: Db): Promise<string | undefined> {
  const { rows } = await tx.execute<{ reason: string }>(sql`
    select reason from legal_holds(now()) where extent = 'all'
      or extent = 'resource' and resource in ('student', 'guardian', 'candidate', 'correction') limit 1`)
  return rows[0]?.reason
}
