import { eq } from 'drizzle-orm'
import { accountActivation } from '#src/db/activation.table.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { addHash, replaceHash } from '#src/features/auth/account.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomPassword } from '#src/lib/random-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordPolicy } from '#src/server/access/password-policy.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import type { Managed } from './factors.server.ts'
import { assertManaged } from './managed.server.ts'

/** Letters and digits of a random password. No policy asks for more strength than they have. */
const RESET_LENGTH = 16

/**
 * Gives an account a random password, which is answered once and stored nowhere. The database ends its sign-ins.
 * @throws AppError 403, 404, 409 for a repeat of the request: what is kept of the first one has no password in it
 */
export async function resetPassword(c: ApiContext, db: Database, actor: Actor, { id, key }: Managed): Promise<string> {
  if (id === actor.id) throw new AppError(403, m.error_selfPassword())
  const { minLength } = await passwordPolicy(db)
  const password = randomPassword(Math.max(RESET_LENGTH, minLength))
  const hash = await hashPassword(password)
  let isSet = false
  await guardedWrite(db, authorOf(c), 'save', (tx) =>
    once(tx, requestOf(c, { id }), async () => {
      await assertManaged(tx, actor, id, key)
      await setHash(tx, id, hash)
      isSet = true
      return {}
    }),
  )
  if (!isSet) throw new AppError(409, m.error_passwordShown())
  return password
}

/** Stores the hash of an account's password, also of its first one. Its activation code is of no use any more. */
async function setHash(tx: Db, id: number, hash: string): Promise<void> {
  if (!(await replaceHash(tx, id, hash))) await addHash(tx, id, hash)
  await tx.delete(accountActivation).where(eq(accountActivation.accountId, id))
}
