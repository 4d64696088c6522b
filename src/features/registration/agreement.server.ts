import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { legalAgreement, legalVersion } from '#src/db/legal.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { textIn } from '#src/server/config.server.ts'
import { invalid } from '#src/server/errors.server.ts'

/** The versions of the legal texts that hold today, of those that have a text in the language of the request. */
async function versionsOfToday(db: Db): Promise<number[]> {
  const latest = await db
    .select({ id: legalVersion.id, text: legalVersion.text })
    .from(legalVersion)
    .where(sql`${legalVersion.id} in (select max(id) from ${legalVersion} group by kind)`)
    .orderBy(legalVersion.id)
  return latest.filter(({ text }) => textIn(text) !== '').map(({ id }) => id)
}

/**
 * Whether somebody has agreed to the texts of today.
 * @returns the versions, for `noteAgreement`
 * @throws AppError 422 when something is missing, or when it was agreed to what held earlier
 */
export async function demandAgreement(db: Db, agreed: readonly number[]): Promise<number[]> {
  const needed = await versionsOfToday(db)
  const missing = needed.filter((id) => !agreed.includes(id))
  if (missing.length === 0) return needed
  throw invalid({ agreed: [agreed.length < needed.length ? m.register_mustAgree() : m.register_termsChanged()] })
}

/** Stores which versions an account has agreed to, and when. */
export async function noteAgreement(tx: Db, accountId: number, versions: readonly number[]): Promise<void> {
  if (versions.length === 0) return
  await tx.insert(legalAgreement).values(versions.map((versionId) => ({ accountId, versionId, agreeTime: sql`now()` })))
}
