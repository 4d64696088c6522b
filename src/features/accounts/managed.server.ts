import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { accountResource } from './account.api.server.ts'
import { assertBelow } from './account.rules.server.ts'

/**
 * Refuses to do something with an account that the actor may not edit. One's own counts as one that may be edited.
 * @throws AppError 403 without the node or for an account above, 404 for one that the actor does not see
 */
export async function assertManaged(db: Db, actor: Actor, id: number): Promise<void> {
  if (actor.side !== 'admin' || !can(actor, 'user-role/user/edit')) throw new AppError(403)
  if (!(await findRow(db, accountResource, actor, id))) throw new AppError(404, m.error_rowMissing())
  await assertBelow(db, actor, [id])
}
