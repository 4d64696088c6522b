import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import { limitViewer, signedIn, signedInEither, signedInIfAny } from '../access/guards.server.ts'
import { assertProven } from '../access/proof.server.ts'
import { readConfig, textIn } from '../config.server.ts'
import { type ApiContext, authorOf } from '../context.server.ts'
import { AppError } from '../errors.server.ts'
import { type Described, takesApiTokens } from './operation-of.server.ts'

/** @throws AppError 403 with the sentence of the closed member center */
async function assertCenterOpen(c: ApiContext): Promise<void> {
  const { centerOpen, centerSentence } = await readConfig(c.get('deps').db, ['centerOpen', 'centerSentence'])
  if (!centerOpen) throw new AppError(403, textIn(centerSentence))
}

const go = async () => undefined

/**
 * Lets the caller of an endpoint in. Returns the signed-in user, if the endpoint asks for one. An endpoint that asks
 * for a client checks it itself.
 * @throws AppError 401, 403
 */
export async function letIn(
  c: ApiContext,
  definition: Pick<
    Described,
    'tag' | 'security' | 'node' | 'super' | 'viewers' | 'expired' | 'anywhere' | 'apiTokens' | 'proof' | 'enroll'
  >,
): Promise<Actor | undefined> {
  const { security, node, super: superOnly, viewers, expired, anywhere, proof, enroll } = definition
  const allowance = { viewers, expired, anywhere }
  switch (security) {
    case 'admin':
    case 'user':
      // A middleware of the path may have let the caller in already.
      if (c.get('actor')?.side !== security) await signedIn(security, allowance)(c, go)
      break
    case 'either':
      await signedInEither(allowance)(c, go)
      break
    case 'anyone':
      await signedInIfAny(allowance)(c, go)
      // Whoever has to set up a second factor first is a visitor here.
      if (c.get('actor')?.enroll) c.set('actor', undefined)
      break
    default:
      return undefined
  }
  if (security === 'user') await assertCenterOpen(c)
  const actor = c.get('actor')
  if (actor?.enroll && !enroll) throw new AppError(403, m.factor_enroll(), { reason: 'enroll' })
  limitViewer(c.req.method, security === 'anyone' ? undefined : actor, viewers)
  if (actor?.apiToken && !takesApiTokens(definition))
    throw new AppError(403, m.apiToken_refused(), { reason: 'apiToken' })
  if (node !== undefined && [node].flat().every((one) => actor?.off?.has(one))) throw new AppError(404, m.part_off())
  if (node !== undefined && ![node].flat().some((one) => actor && can(actor, one))) throw new AppError(403)
  if (superOnly && !actor?.super) throw new AppError(403)
  if (actor && proof && (proof === true || proof(c))) {
    await assertProven(c.get('deps').db, authorOf(c))
    c.set('proven', true)
  }
  return actor
}
