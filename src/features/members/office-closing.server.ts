import type { Db } from '#src/db/client.server.ts'
import { refuseClosing, waitingClosing } from '#src/features/closing/closing.server.ts'
import { holdOn } from '#src/features/security/redact-person.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { memberResource } from './member.api.server.ts'

/**
 * The request of a member that waits.
 * @throws AppError 404 for a member that the actor does not see, 409 when none waits
 */
export async function closingOf(db: Db, actor: Actor, id: number) {
  if (!(await findRow(db, memberResource, actor, id))) throw new AppError(404, m.error_rowMissing())
  const request = await waitingClosing(db, id)
  if (!request) throw new AppError(409, m.closing_none())
  return { ...request, held: (await holdOn(db, id)) !== undefined }
}

/**
 * Refuses the request of a member.
 * @throws AppError 404 for a member that the actor does not see, 409 when none waits
 */
export async function refuseOf(tx: Db, secret: string, actor: Actor, given: { id: number; answer: string }) {
  if (!(await findRow(tx, memberResource, actor, given.id, true))) throw new AppError(404, m.error_rowMissing())
  await refuseClosing(tx, secret, actor, given)
}
