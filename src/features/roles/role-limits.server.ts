import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { accountRole } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { wrongBlock } from '#src/lib/address-blocks.ts'
import { type DayRange, dayRanges, isWithinHours, wallTime } from '#src/lib/sign-in-hours.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { isListed } from '#src/server/access/sign-in-limits.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'

type Values = Readonly<Record<string, unknown>>
type Errors = { signInAddresses?: string[]; signInHours?: string[] }

/** The hours of a role, as they are stored. */
export const hoursSchema = v.array(
  v.object({
    days: v.custom<DayRange>((value) => Object.hasOwn(dayRanges, String(value))),
    from: v.string(),
    until: v.string(),
  }),
)

/**
 * What is wrong with where and when a role lets its holders in. Nobody shuts themselves out: not even a super
 * administrator, whom no role limits now, but who may be an ordinary holder of the role tomorrow.
 */
export async function limitErrors(db: Db, values: Values, row: Row | undefined, actor: Actor): Promise<Errors> {
  const { signInAddresses: addresses, signInHours } = values
  const errors: Errors = {}
  const wrong = typeof addresses === 'string' ? wrongBlock(addresses) : undefined
  if (wrong !== undefined) errors.signInAddresses = [m.config_blockWrong({ line: wrong })]
  if (!row || wrong !== undefined || !(await holds(db, actor, row.id))) return errors
  const { address } = actor
  if (typeof addresses === 'string' && address && !isListed(addresses, address))
    errors.signInAddresses = [m.role_addressesOwn({ address })]
  const hours = v.safeParse(hoursSchema, signInHours)
  if (!hours.success) return errors
  const { timeZone } = await readConfig(db, ['timeZone'])
  if (!isWithinHours(hours.output, wallTime(actor.now ?? Date.now(), timeZone)))
    errors.signInHours = [m.role_hoursOwn()]
  return errors
}

async function holds(db: Db, actor: Actor, roleId: number): Promise<boolean> {
  const inForce = or(isNull(accountRole.endTime), gt(accountRole.endTime, sql`now()`))
  const rows = await db
    .select({ id: accountRole.id })
    .from(accountRole)
    .where(and(eq(accountRole.accountId, actor.id), eq(accountRole.roleId, roleId), inForce))
  return rows.length > 0
}
