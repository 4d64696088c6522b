import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { passwordRule } from '#src/lib/account-rules.ts'
import { id } from '#src/lib/number-rules.ts'
import type { Node } from '#src/resource/registry.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { activateWithCode, makeCodes } from './activation.server.ts'
import { codesFile } from './codes-file.server.ts'
import { removeFactorsOf } from './factors.server.ts'
import { resetPassword } from './password.server.ts'

/**
 * The secrets of accounts. None of these calls has `write`: what is kept for repeats of a request must not have a
 * password or a code in it.
 */
export const accountEndpoints = {
  ...secretsOf('user', { edit: 'user-role/user/edit', add: 'user-role/user/add' }),
  activate: endpoint({
    method: 'post',
    path: '/auth/activate',
    tag: 'session',
    security: 'none',
    summary: m.call_activate,
    body: v.strictObject({
      side: v.optional(v.picklist(['admin', 'user']), 'admin'),
      username: v.pipe(v.string(), v.maxLength(100)),
      code: v.pipe(v.string(), v.maxLength(100)),
      password: passwordRule,
    }),
    answer: v.literal(true),
    errors: [429],
    run: async ({ c, db, body }) => {
      await activateWithCode(c, db, body)
      return true as const
    },
    msg: () => m.activation_done(),
  }),
}

/** The same of members. */
export const memberSecretEndpoints = secretsOf('member', { edit: 'user/user/edit', add: 'user/user/add' })

function secretsOf<const K extends 'user' | 'member'>(key: K, nodes: { edit: Node; add: Node }) {
  return {
    resetPassword: endpoint({
      method: 'post',
      path: `/adminApi/${key}/resetPassword` as const,
      tag: 'resource',
      security: 'admin',
      node: nodes.edit,
      proof: true,
      summary: m.call_resetPassword,
      body: v.strictObject({ id }),
      answer: v.strictObject({ password: v.string() }),
      errors: [403, 404, 409],
      idempotent: true,
      run: async ({ c, db, actor, body }) => ({ password: await resetPassword(c, db, actor, { id: body.id, key }) }),
      msg: () => m.success_passwordReset(),
    }),
    removeFactors: endpoint({
      method: 'post',
      path: `/adminApi/${key}/removeFactors` as const,
      tag: 'resource',
      security: 'admin',
      node: nodes.edit,
      proof: true,
      summary: m.call_removeFactors,
      body: v.strictObject({ id }),
      answer: v.null(),
      errors: [403, 404],
      write: 'save',
      run: async ({ c, tx, actor, body }) => {
        await removeFactorsOf(c, tx, actor, { id: body.id, key })
        return null
      },
      msg: () => m.factor_removed(),
    }),
    activationFile: endpoint({
      method: 'post',
      path: `/adminApi/${key}/activationFile` as const,
      tag: 'resource',
      security: 'admin',
      node: nodes.add,
      proof: true,
      summary: m.call_activationFile,
      /** The change set of the import. */
      body: v.strictObject({ changeSetId: id, format: v.optional(v.picklist(['xlsx', 'csv']), 'xlsx') }),
      answer: v.strictObject({
        name: v.string(),
        type: v.string(),
        content: v.pipe(v.string(), v.base64()),
        /** The same for slips on paper. */
        people: v.array(
          v.strictObject({ username: v.string(), name: v.string(), organization: v.string(), code: v.string() }),
        ),
      }),
      errors: [404, 409],
      idempotent: true,
      run: async ({ c, db, actor, body }) =>
        codesFile(await makeCodes(c, db, actor, { changeSetId: body.changeSetId, key }), body.format),
    }),
  }
}
