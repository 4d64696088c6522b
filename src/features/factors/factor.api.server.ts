import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import {
  addOwnPasskey,
  confirmOwnApp,
  makeRecoveryCodes,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
  startApp,
  startPasskey,
} from './factor-work.server.ts'
import { factorsOf } from './factors.server.ts'
import { passkeyPlace } from './passkey-place.server.ts'
import { pageOrigin, passkeyJson } from './proof.schema.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())
const codes = v.strictObject({
  /** The recovery codes, answered once; null when the account keeps the ones that it has. */
  codes: v.nullable(v.array(v.string())),
})
export const passkeyName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40))
const count = v.strictObject({ count: v.number() })

export const adminFactors = factors('admin', '/adminApi')
export const memberFactors = factors('user', '/api')

/**
 * The second factors and passkeys of the own account. Adding and removing them needs a fresh proof. Whoever has to set
 * one up before anything else may make these calls.
 */
function factors<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  // None has `write`: what is kept for repeats of a request must not have a secret in it.
  const common = { tag: 'session', security, viewers: 'none', enroll: true, method: 'post' } as const
  const proven = { ...common, proof: true } as const
  return {
    index: endpoint({
      ...common,
      method: 'get',
      path: `${base}/factor/index` as const,
      summary: m.call_factors,
      query: v.object({ origin: v.optional(pageOrigin, '') }),
      answer: v.strictObject({
        /** Since when the account has an authenticator app. */
        totp: v.nullable(instant),
        recoveryCodes: v.number(),
        passkeys: v.array(
          v.strictObject({
            id,
            name: v.string(),
            createTime: instant,
            lastUseTime: v.nullable(instant),
            synced: v.boolean(),
          }),
        ),
        /** Whether the site of this origin can have passkeys. */
        passkeysOffered: v.boolean(),
      }),
      errors: [403],
      run: async ({ db, actor, query }) => ({
        ...(await factorsOf(db, actor.id)),
        passkeysOffered: passkeyPlace(query.origin) !== undefined,
      }),
    }),
    totpBegin: endpoint({
      ...proven,
      path: `${base}/factor/totpBegin` as const,
      summary: m.call_totpBegin,
      answer: v.strictObject({ secret: v.string(), uri: v.string() }),
      errors: [403, 409],
      run: ({ c, actor }) => startApp(c, actor),
    }),
    totpConfirm: endpoint({
      ...proven,
      path: `${base}/factor/totpConfirm` as const,
      summary: m.call_totpConfirm,
      body: v.strictObject({ code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)) }),
      answer: codes,
      errors: [403, 422, 429],
      run: ({ c, actor, body }) => confirmOwnApp(c, actor, body.code),
      msg: () => m.factor_totpAdded(),
    }),
    totpRemove: endpoint({
      ...proven,
      path: `${base}/factor/totpRemove` as const,
      summary: m.call_totpRemove,
      answer: v.null(),
      errors: [403, 404, 409],
      run: async ({ c, actor }) => {
        await removeOwnApp(c, actor)
        return null
      },
      msg: () => m.factor_totpRemoved(),
    }),
    recovery: endpoint({
      ...proven,
      path: `${base}/factor/recovery` as const,
      summary: m.call_recoveryNew,
      answer: codes,
      errors: [403, 409],
      run: async ({ c, actor }) => ({ codes: await makeRecoveryCodes(c, actor) }),
      msg: () => m.factor_recoveryMade(),
    }),
    passkeyOptions: endpoint({
      ...proven,
      path: `${base}/factor/passkeyOptions` as const,
      summary: m.call_passkeyOptions,
      body: v.strictObject({ origin: pageOrigin }),
      /** For `navigator.credentials.create`, as JSON. */
      answer: v.strictObject({ options: v.string() }),
      errors: [403, 409],
      run: async ({ c, actor, body }) => ({ options: JSON.stringify(await startPasskey(c, actor, body.origin)) }),
    }),
    passkeyAdd: endpoint({
      ...proven,
      path: `${base}/factor/passkeyAdd` as const,
      summary: m.call_passkeyAdd,
      body: v.strictObject({ origin: pageOrigin, name: passkeyName, response: passkeyJson }),
      answer: codes,
      errors: [403, 409, 422],
      run: ({ c, actor, body }) => addOwnPasskey(c, actor, body),
      msg: () => m.passkey_added(),
    }),
    passkeyRename: endpoint({
      ...common,
      path: `${base}/factor/passkeyRename` as const,
      summary: m.call_passkeyRename,
      body: v.strictObject({ id, name: passkeyName }),
      answer: count,
      errors: [404],
      run: async ({ c, actor, body }) => ({ count: await renameOwnPasskey(c, actor, body) }),
      msg: () => m.passkey_renamed(),
    }),
    passkeyRemove: endpoint({
      ...proven,
      path: `${base}/factor/passkeyRemove` as const,
      summary: m.call_passkeyRemove,
      body: v.strictObject({ id }),
      answer: v.null(),
      errors: [403, 404, 409],
      run: async ({ c, actor, body }) => {
        await removeOwnPasskey(c, actor, body.id)
        return null
      },
      msg: () => m.passkey_removed(),
    }),
  }
}
