import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { assertManaged } from '#src/features/accounts/managed.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'

/**
 * Whose sign-ins or API tokens are asked for: the caller's account or, of the back office, the account `accountId`.
 * Whoever may edit that account may end them, and a super admin those of every account.
 */
export async function ownerOf(db: Db, actor: Actor, accountId: number | undefined): Promise<number> {
  if (accountId === undefined || accountId === actor.id) return actor.id
  if (actor.side !== 'admin') throw new AppError(403)
  if (!actor.super) {
    await assertManaged(db, actor, accountId)
    return accountId
  }
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.id, accountId))
  if (!found) throw new AppError(404, m.error_rowMissing())
  return found.id
}
