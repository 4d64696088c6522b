import * as v from 'valibot'
import { identitiesOf } from '#src/features/providers/identity.server.ts'
import { nameOf } from '#src/features/providers/provider-row.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { proofWays } from '#src/lib/proof-way.ts'
import type { Side } from '#src/lib/side.ts'
import { proofWaysOf, startProof } from '#src/server/access/proof.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { authenticationOptions } from './passkey.server.ts'
import { assertPasskeyPlace } from './passkey-place.server.ts'
import { pageOrigin, proofBody } from './proof.schema.ts'
import { verifyPerson } from './verify-person.server.ts'

const way = v.picklist(proofWays)

export const adminProof = proofs('admin', '/adminApi')
export const memberProof = proofs('user', '/api')

/**
 * How people prove anew who they are, for the calls that could take over the product. What they get belongs to their
 * sign-in and is sent with the call. Every user may, so these calls need no permission node.
 */
function proofs<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  const common = { tag: 'session', security, viewers: 'none', enroll: true } as const
  return {
    ways: endpoint({
      ...common,
      method: 'get',
      path: `${base}/proof/ways` as const,
      summary: m.call_proofWays,
      answer: v.strictObject({
        ways: v.array(way),
        /** The providers at which `provider` can be done. */
        providers: v.array(v.strictObject({ id: v.number(), name: v.string() })),
      }),
      errors: [403],
      run: async ({ db, actor }) => {
        const ways = await proofWaysOf(db, actor.id)
        const linked = ways.includes('provider') ? await identitiesOf(db, actor.id) : []
        const open = linked.filter(({ status }) => status === 1)
        return { ways, providers: open.map((one) => ({ id: one.providerId, name: nameOf(one) })) }
      },
    }),
    options: endpoint({
      ...common,
      method: 'post',
      path: `${base}/proof/options` as const,
      summary: m.call_proofOptions,
      body: v.strictObject({ origin: pageOrigin }),
      /** For `navigator.credentials.get`, as JSON. */
      answer: v.strictObject({ options: v.string() }),
      errors: [403, 409],
      run: async ({ db, actor, body }) => {
        const { id: accountId, familyId } = actor
        const purpose = { purpose: 'prove', accountId, familyId } as const
        const options = await authenticationOptions(db, assertPasskeyPlace(body.origin), purpose)
        return { options: JSON.stringify(options) }
      },
    }),
    // No `write`: failures are counted outside of a transaction, and what is kept for repeats must not have the proof.
    give: endpoint({
      ...common,
      method: 'post',
      path: `${base}/proof/give` as const,
      summary: m.call_proofGive,
      body: proofBody,
      answer: v.strictObject({ proof: v.string(), until: v.pipe(v.string(), v.isoTimestamp()) }),
      errors: [403, 422, 429],
      run: async ({ c, db, actor, body }) => {
        await verifyPerson(c, actor, body)
        return startProof(db, { accountId: actor.id, familyId: actor.familyId })
      },
    }),
  }
}
