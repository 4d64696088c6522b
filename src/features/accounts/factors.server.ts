import type { Db } from '#src/db/client.server.ts'
import { recordFactor, removeFactors, tellFactor } from '#src/features/factors/factors.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { assertManaged } from './managed.server.ts'

/** An account that the actor looks after, and the resource that it belongs to. */
export type Managed = { id: number; key: 'user' | 'member' }

/**
 * Removes all second factors of somebody who has lost them, and tells the account.
 * @throws AppError 403 for the own account and those above, 404 for one without a factor
 */
export async function removeFactorsOf(c: ApiContext, tx: Db, actor: Actor, { id, key }: Managed): Promise<void> {
  // The own ones are removed on the profile page, one by one.
  if (id === actor.id) throw new AppError(403, m.factor_own())
  const side = await assertManaged(tx, actor, id, key)
  if (!(await removeFactors(tx, id))) throw new AppError(404, m.factor_none())
  const change = { accountId: id, factor: 'all', added: false } as const
  await recordFactor(tx, change)
  await tellFactor(tx, c.get('deps').secret, { side, address: c.get('address'), ...change })
}
