import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { bulkDelSchema } from '#src/server/write/bulk-query.server.ts'
import { makeFamilyCodes, revokeFamilyCodes } from './family-codes.server.ts'
import { codeHolders, MOST_EACH } from './kin.ts'

const { query, count, ids } = bulkDelSchema.entries

/** The calls about family accounts besides those of the kit. */
export const familyEndpoints = {
  // No `write`: what is kept for repeats of a request must not have a code in it.
  code: endpoint({
    method: 'post',
    path: '/adminApi/guardian/code',
    tag: 'resource',
    security: 'admin',
    node: 'baseInfo/guardian/code',
    proof: true,
    summary: m.call_familyCode,
    body: v.pipe(
      v.strictObject({
        ids,
        query,
        count,
        holder: v.picklist(codeHolders),
        /** Codes for each pupil. */
        each: v.optional(integer(1, MOST_EACH), 1),
      }),
      v.forward(
        v.partialCheck(
          [['holder'], ['each']],
          ({ holder, each }) => holder === 'guardian' || each === 1,
          () => m.family_oneForSelf(),
        ),
        ['each'],
      ),
    ),
    answer: v.strictObject({
      slips: v.array(
        v.strictObject({
          number: v.string(),
          name: v.string(),
          school: v.string(),
          class: v.string(),
          holder: v.picklist(codeHolders),
          code: v.string(),
        }),
      ),
      students: v.number(),
      cancelled: v.number(),
      expireTime: v.pipe(v.string(), v.isoTimestamp()),
    }),
    errors: [403, 404, 409],
    idempotent: true,
    run: ({ c, db, actor, body }) => makeFamilyCodes(c, db, actor, body),
    msg: ({ slips }) => m.family_codesMade({ count: slips.length }),
  }),
  // Without a proof: it takes away what a code gives.
  revokeCodes: endpoint({
    method: 'post',
    path: '/adminApi/guardian/revokeCodes',
    tag: 'resource',
    security: 'admin',
    node: 'baseInfo/guardian/code',
    summary: m.call_familyCodesRevoke,
    body: v.strictObject({ ids, query, count }),
    answer: v.strictObject({ revoked: v.number() }),
    errors: [403, 404, 409],
    write: 'save',
    run: async ({ tx, actor, body }) => ({ revoked: await revokeFamilyCodes(tx, actor, body) }),
    msg: ({ revoked }) => (revoked === 0 ? m.family_noCodes() : m.family_codesRevoked({ count: revoked })),
  }),
}
