import type { Db } from '#src/db/client.server.ts'
import { waitingReader } from '#src/features/closing/closing.server.ts'
import { mailClosing } from '#src/features/closing/closing-mail.server.ts'
import { personOf } from '#src/features/security/person.server.ts'
import { holdOn, redactIn } from '#src/features/security/redact-person.server.ts'
import type { RedactedBy } from '#src/features/security/redactors.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { closedName } from './closed-name.ts'
import { memberResource } from './member.api.server.ts'

/**
 * Closes the account of a member that the actor sees.
 * @throws AppError 404 for a member that the actor does not see, 409 for one that is closed or that a legal hold keeps
 */
export async function closeMember(tx: Db, secret: string, actor: Actor, id: number): Promise<void> {
  const row = await findRow(tx, memberResource, actor, id, true)
  if (!row) throw new AppError(404, m.error_rowMissing())
  if (row.username === closedName(id)) throw new AppError(409, m.member_isClosed())
  await closeAccount(tx, secret, id, { id: actor.id, name: actor.username })
}

/**
 * Closes the account of a member for good: sign-ins end, names and contact data go, also from the history, and the
 * status is locked. Entries and balances stay, under a name that says nothing. Who has asked for it gets a last mail.
 * @throws AppError 409 for a member that a legal hold keeps
 */
export async function closeAccount(tx: Db, secret: string, id: number, by: RedactedBy): Promise<void> {
  if ((await holdOn(tx, id)) !== undefined) throw new AppError(409, m.member_held())
  // The address is read before it goes.
  const reader = await waitingReader(tx, id)
  await redactIn(tx, await personOf(tx, id), by)
  if (!reader) return
  const time = new Date().toISOString()
  await mailClosing(tx, secret, reader, { event: 'closing_done', time, authorId: by.id })
}
