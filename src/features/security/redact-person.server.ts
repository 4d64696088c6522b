import { sql } from 'drizzle-orm'
import { openDatabase } from '#src/db/client.server.ts'
import { redaction } from '#src/db/watch.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { findPerson } from './person.server.ts'
import { redactors } from './redactors.server.ts'

export type Redacted = { accountId: number; exists: boolean; changeSetId: number; counts: Record<string, number> }

/**
 * Takes the personal values of a person out of the history and of what else keeps copies, as one change set of the kind
 * `redact`, which says who has done it, when, and how many values went where. Nothing can bring them back.
 * @param by the user of the machine
 * @throws Error for an unknown account, for the last super administrator, and while a legal hold keeps the person
 */
export async function redactPerson(url: string, account: string, by: string): Promise<Redacted> {
  const db = openDatabase(url, 1)
  try {
    return await write(db, { ...systemAuthor, name: by }, 'redact', async (tx, changeSetId) => {
      const person = await findPerson(tx, account)
      const { rows } = await tx.execute(sql`
        select from account own where own.id = ${person.id} and own.super and own.status = 1 and not exists (
          select from account other where other.id <> own.id and other.super and other.status = 1)`)
      if (rows.length > 0) throw new Error('This is the last super administrator. Name another one first.')
      const { rows: members } = await tx.execute(sql`select from member_profile where account_id = ${person.id}`)
      const resource = members.length > 0 ? 'member' : 'user'
      const holds = await tx.execute<{ reason: string }>(sql`
        select reason from legal_holds(now()) where extent = 'all' or extent = 'resource' and resource = ${resource}
          or extent = 'person' and account_id = ${person.id} limit 1`)
      const [hold] = holds.rows
      if (hold) throw new Error(`The legal hold "${hold.reason}" keeps this person. Lift it first.`)
      const counts: Record<string, number> = {}
      for (const redact of redactors) {
        for (const [place, count] of Object.entries(await redact(tx, person)))
          counts[place] = (counts[place] ?? 0) + count
      }
      // The first step may have recorded the old values of the account. They go as well.
      await tx.insert(redaction).values({ accountId: person.id, counts })
      return { accountId: person.id, exists: person.exists, changeSetId, counts }
    })
  } finally {
    await db.$client.end()
  }
}
