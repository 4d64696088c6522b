import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { fittingHash, hasPassword } from './account.server.ts'
import { guardPassword } from './sign-in-guard.server.ts'

/**
 * Demands the current password of whoever is signed in; of an account without one, a fresh proof.
 * @param field where the messages stand
 * @throws AppError 403 without the proof, 422 for a wrong password, 429 after too many of them
 */
export async function demandPerson(
  c: ApiContext,
  actor: Actor,
  password: string | undefined,
  field = 'password',
): Promise<void> {
  const { db } = c.get('deps')
  if (!(await hasPassword(db, actor.id))) return assertProven(db, authorOf(c))
  if (!password) throw invalid({ [field]: [m.rule_required()] })
  const known = await guardPassword(db, actor, c.get('address'), () => fittingHash(db, actor.id, password))
  if (known === undefined) throw invalid({ [field]: [m.password_wrong()] })
}
