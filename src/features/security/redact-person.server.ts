import { sql } from 'drizzle-orm'
import { type Db, openDatabase } from '#src/db/client.server.ts'
import { redaction } from '#src/db/watch.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { findPerson, type Person } from './person.server.ts'
import { type RedactedBy, redactors } from './redactors.server.ts'

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
      await refuseRedaction(tx, person.id)
      const counts = await redactIn(tx, person, { id: null, name: 'system' })
      return { accountId: person.id, exists: person.exists, changeSetId, counts }
    })
  } finally {
    await db.$client.end()
  }
}

/** Takes the values out within a transaction of the kind `redact`. @returns how many values went where */
export async function redactIn(tx: Db, person: Person, by: RedactedBy): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const redact of redactors) addRedacted(counts, await redact(tx, person, by))
  await tx.insert(redaction).values({ accountId: person.id, counts })
  return counts
}

/** Adds what one place has counted to what the places before have. */
export function addRedacted(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [place, count] of Object.entries(more)) counts[place] = (counts[place] ?? 0) + count
}

/** @throws Error for the last super administrator, and while a legal hold keeps the person */
export async function refuseRedaction(tx: Db, id: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from account own where own.id = ${id} and own.super and own.status = 1 and not exists (
      select from account other where other.id <> own.id and other.super and other.status = 1)`)
  if (rows.length > 0) throw new Error('This is the last super administrator. Name another one first.')
  const hold = await holdOn(tx, id)
  if (hold !== undefined) throw new Error(`The legal hold "${hold}" keeps this person. Lift it first.`)
}

/** The reason of a legal hold that keeps a person, if there is one. */
export async function holdOn(tx: Db, id: number): Promise<string | undefined> {
  const { rows } = await tx.execute<{ reason: string }>(sql`
    select reason from legal_holds(now()) where extent = 'all'
      or extent = 'resource' and resource = case when exists (select from member_profile where account_id = ${id})
        then 'member' else 'user' end
      or extent = 'person' and account_id = ${id} limit 1`)
  return rows[0]?.reason
}
