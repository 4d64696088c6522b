import type { Db } from '#src/db/client.server.ts'
import { personOf } from '#src/features/security/person.server.ts'
import { holdOn, redactIn } from '#src/features/security/redact-person.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { closedName } from './closed-name.ts'
import { memberResource } from './member.api.server.ts'

/**
 * Closes the account of a member for good: sign-ins end, names and contact data go, also from the history, and the
 * status is locked. Entries and balances stay, under a name that says nothing.
 * @throws AppError 404 for a member that the actor does not see, 409 for one that is closed or that a legal hold keeps
 */
export async function closeMember(tx: Db, actor: Actor, id: number): Promise<void> {
  const row = await findRow(tx, memberResource, actor, id, true)
  if (!row) throw new AppError(404, m.error_rowMissing())
  if (row.username === closedName(id)) throw new AppError(409, m.member_isClosed())
  if ((await holdOn(tx, id)) !== undefined) throw new AppError(409, m.member_held())
  await redactIn(tx, await personOf(tx, id), { id: actor.id, name: actor.username })
}
