import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { memberResource } from '#src/features/members/member.api.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { can, nodesOf } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { accountResource } from './account.api.server.ts'
import { assertBelow } from './account.rules.server.ts'

/**
 * Refuses to do something with an account, or with a member, that the actor may not edit. One's own counts as one that
 * may be edited. Members have no rights over the back office: the node and the data scope decide.
 * @param key the resource that the account must belong to
 * @returns the side of the account
 * @throws AppError 403 without the node or for an account above, 404 for one that the actor does not see
 */
export async function assertManaged(db: Db, actor: Actor, id: number, key?: 'user' | 'member'): Promise<Side> {
  const side = key === undefined ? await sideOf(db, id) : key === 'member' ? 'user' : 'admin'
  const resource = side === 'user' ? memberResource : accountResource
  const { edit } = nodesOf(resource.description)
  if (actor.side !== 'admin' || !edit || !can(actor, edit)) throw new AppError(403)
  if (!(await findRow(db, resource, actor, id))) throw new AppError(404, m.error_rowMissing())
  if (side === 'admin') await assertBelow(db, actor, [id])
  return side
}

async function sideOf(db: Db, id: number): Promise<Side> {
  const [found] = await db.select({ kind: account.kind }).from(account).where(eq(account.id, id))
  return found?.kind ?? 'admin'
}
