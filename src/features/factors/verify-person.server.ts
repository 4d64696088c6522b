import { fittingHash } from '#src/features/auth/account.server.ts'
import { guardPassword } from '#src/features/auth/sign-in-guard.server.ts'
import { takeProviderProof } from '#src/features/providers/flow.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { proofWaysOf } from '#src/server/access/proof.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import type { ProofBody } from './proof.schema.ts'
import { verifyFactor } from './verify-factor.server.ts'

/**
 * Checks what a signed-in person gives to prove anew who they are. Whoever has a second factor must use it: the
 * password alone is no proof then. Whoever has neither signs in anew at a linked identity provider. Failures count as
 * those of a sign-in do.
 * @throws AppError 422 at the field, 429 after too many failures
 */
export async function verifyPerson(c: ApiContext, actor: Actor, given: ProofBody): Promise<void> {
  const { db, secret } = c.get('deps')
  const { id: accountId, side, familyId } = actor
  if (!(await proofWaysOf(db, accountId)).includes(given.way)) throw invalid({ way: [m.proof_otherWay()] })
  if (given.way === 'provider') {
    // Nobody guesses such a key, so failures need not be counted.
    if (await takeProviderProof(db, secret, { key: given.key, accountId, familyId })) return
    throw invalid({ key: [m.proof_visitGone()] })
  }
  if (given.way !== 'password')
    return verifyFactor(c, { accountId, side }, given, { purpose: 'prove', accountId, familyId })
  const fits = await guardPassword(db, actor, c.get('address'), async () =>
    (await fittingHash(db, accountId, given.password)) === undefined ? undefined : true,
  )
  if (!fits) throw invalid({ password: [m.password_wrong()] })
}
