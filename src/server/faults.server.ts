import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { faultReport } from '#src/db/fault.table.server.ts'
import { addressOf, networkOf } from './address.server.ts'
import { countFailure, throttleKey } from './throttle/throttle.server.ts'

const KEEP_DAYS = 90
/** Maximum number of different faults. A longer log is of no use, so the oldest faults are deleted. */
const KEEP_ROWS = 20_000
/** Maximum number of characters of a path, a referrer or a user agent. */
const LONGEST = 500

/** A user follows a few broken links. A scanner requests thousands of paths. */
const perAddress = { captchaAfter: Infinity, blockAfter: 30, firstWait: 60, maxWait: 900, forget: 10 }

export type Fault = { path: string; referrer: string; accountId: number | null; address: string; userAgent: string }

/**
 * Records a page that was not found and returns its number. A repeated fault only increases its count.
 * @throws AppError 429 when the address has reported too many
 */
export async function recordFault(db: Database, { path, referrer, accountId, address, userAgent }: Fault) {
  await countFailure(db, { key: throttleKey('fault', addressOf(address)), policy: perAddress })
  const network = networkOf(address)
  const row = { path: cut(path), referrer: withoutQuery(referrer), accountId, network, userAgent: cut(userAgent) }
  const key = throttleKey(row.path, row.referrer, String(accountId), network)
  const [stored] = await db
    .insert(faultReport)
    .values({ key, ...row })
    .onConflictDoUpdate({
      target: faultReport.key,
      set: { count: sql`${faultReport.count} + 1`, lastTime: sql`now()`, userAgent: row.userAgent },
    })
    .returning({ number: faultReport.id })
  if (!stored) throw new Error('insert returned no row')
  return stored.number
}

/** Deletes faults that have not occurred for a while, and the oldest ones when there are too many. */
export async function purgeFaults(db: Db): Promise<void> {
  await db.delete(faultReport).where(lt(faultReport.lastTime, sql`now() - make_interval(days => ${KEEP_DAYS})`))
  const older = db
    .select({ id: faultReport.id })
    .from(faultReport)
    .orderBy(desc(faultReport.lastTime))
    .offset(KEEP_ROWS)
  await db.delete(faultReport).where(inArray(faultReport.id, older))
}

function cut(text: string): string {
  // Cuts by code points, because half of a surrogate pair cannot be stored.
  return [...text].slice(0, LONGEST).join('')
}

/** A URL without its query and fragment. A text that is not a URL is kept as text. */
function withoutQuery(address: string): string {
  return cut(/^[^?#]*/.exec(address)?.[0] ?? '')
}
