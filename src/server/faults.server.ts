import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { faultReport } from '#src/db/fault.table.server.ts'
import { addressOf, networkOf } from './address.server.ts'
import { countFailure, throttleKey } from './throttle/throttle.server.ts'

/** Maximum number of different faults. A longer log is of no use, so the oldest faults are deleted. */
const KEEP_ROWS = 20_000
/** Maximum number of characters of a path, a referrer or a user agent. */
const LONGEST = 500

/** Maximum number of characters of a stack. */
const LONGEST_STACK = 2000

/** A user follows a few broken links. A scanner requests thousands of paths. */
const perAddress = { captchaAfter: Infinity, blockAfter: 30, firstWait: 60, maxWait: 900, forget: 10 }

export type Fault = {
  path: string
  referrer: string
  accountId: number | null
  address: string
  userAgent: string
  failure?: FailedPart | undefined
}

/** A part of a page that could not be shown. */
type FailedPart = { resource: string; part: string; rowId: number | null; message: string; stack: string }

/**
 * Records a page that was not found, or a part of a page that failed. A repeated fault only increases its count.
 * @returns its number, and what was stored of it when it is a new one
 * @throws AppError 429 when the address has reported too many
 */
export async function recordFault(db: Database, fault: Fault) {
  const { path, referrer, accountId, address, userAgent, failure } = fault
  // Links that lead nowhere do not use up what an address may report of failures.
  const kind = failure ? 'failure' : 'fault'
  await countFailure(db, { key: throttleKey(kind, addressOf(address)), policy: perAddress })
  const network = networkOf(address)
  const part = {
    resource: failure?.resource ?? '',
    part: failure?.part ?? '',
    rowId: failure?.rowId ?? null,
    message: cut(failure?.message ?? ''),
    stack: cut(failure?.stack ?? '', LONGEST_STACK),
  }
  const row = {
    // The query of a page that failed is a search for rows.
    path: failure ? withoutQuery(path) : cut(path),
    referrer: withoutQuery(referrer),
    accountId,
    network,
    userAgent: cut(userAgent),
    ...part,
  }
  const same = [row.path, row.referrer, String(accountId), network]
  const key = throttleKey(...same, ...(failure ? [part.resource, part.part, part.message] : []))
  const [stored] = await db
    .insert(faultReport)
    .values({ key, ...row })
    .onConflictDoUpdate({
      target: faultReport.key,
      set: {
        count: sql`${faultReport.count} + 1`,
        lastTime: sql`now()`,
        userAgent: row.userAgent,
        rowId: part.rowId,
        stack: part.stack,
      },
    })
    .returning({ number: faultReport.id, count: faultReport.count })
  if (!stored) throw new Error('insert returned no row')
  return { number: stored.number, news: stored.count === 1 ? { path: row.path, ...part } : undefined }
}

/** Deletes faults that have not occurred for so many days, and the oldest ones when there are too many. */
export async function purgeFaults(db: Db, days: number): Promise<void> {
  await db.delete(faultReport).where(lt(faultReport.lastTime, sql`now() - make_interval(days => ${days})`))
  const older = db
    .select({ id: faultReport.id })
    .from(faultReport)
    .orderBy(desc(faultReport.lastTime))
    .offset(KEEP_ROWS)
  await db.delete(faultReport).where(inArray(faultReport.id, older))
}

function cut(text: string, longest = LONGEST): string {
  // Cuts by code points, because half of a surrogate pair cannot be stored.
  return [...text].slice(0, longest).join('')
}

/** A URL without its query and fragment. A text that is not a URL is kept as text. */
function withoutQuery(address: string): string {
  return cut(/^[^?#]*/.exec(address)?.[0] ?? '')
}
