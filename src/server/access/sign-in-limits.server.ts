import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { parseBlocks } from '#src/lib/address-blocks.ts'
import { hoursText } from '#src/lib/hours-text.ts'
import { isWithinHours, type SignInHours, wallTime } from '#src/lib/sign-in-hours.ts'
import { readConfig } from '../config.server.ts'
import { AppError } from '../errors.server.ts'

/** Where and when a role lets its holders in. Without addresses from everywhere, without hours always. */
export type SignInLimit = { role: string; addresses: string; hours: readonly SignInHours[] }

/** Where and when somebody calls. `now` is the time of the database in milliseconds since 1970. */
export type Whence = { address: string; now: number | undefined }

const blocksOf = new Map<string, (address: string) => boolean>()
/** Lists of addresses that a process keeps parsed. */
const MOST_PARSED = 500

/** Whether an address is in a list of addresses and networks, one a line. An empty list has all of them. */
export function isListed(addresses: string, address: string): boolean {
  if (addresses.trim() === '') return true
  const known = blocksOf.get(addresses)
  const isIn = known ?? parseBlocks(addresses)
  if (!known) {
    if (blocksOf.size >= MOST_PARSED) blocksOf.clear()
    blocksOf.set(addresses, isIn)
  }
  return isIn(address)
}

/**
 * Why an account may not be used from here and now; undefined when it may. Several roles do not add up: each role that
 * sets a limit has to allow it.
 */
export function limitRefusal(
  limits: readonly SignInLimit[],
  { address, now = Date.now() }: Whence,
  timeZone: string,
): string | undefined {
  if (limits.some(({ addresses }) => !isListed(addresses, address))) return m.signInLimit_address({ address })
  if (limits.every(({ hours }) => hours.length === 0)) return undefined
  const time = wallTime(now, timeZone)
  const closed = limits.find(({ hours }) => !isWithinHours(hours, time))
  return closed && m.signInLimit_hours({ hours: hoursText(closed.hours), timeZone })
}

/** Super administrators are free, so that somebody can always change the limits. @throws AppError 403 */
export async function assertWithinLimits(
  db: Db,
  { super: free, limits = [] }: { super: boolean; limits?: readonly SignInLimit[] },
  whence: Whence,
): Promise<void> {
  if (free || limits.length === 0) return
  const { timeZone } = await readConfig(db, ['timeZone'])
  const refusal = limitRefusal(limits, whence, timeZone)
  if (refusal !== undefined) throw new AppError(403, refusal, { reason: 'signInLimit' })
}
