import * as v from 'valibot'
import { tokenAnswer } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { register } from './register.server.ts'
import { registration, retrieval } from './registration.schema.ts'
import { retrievePassword } from './retrieve.server.ts'

const common = { method: 'post', tag: 'session', security: 'none', errors: [403, 429] } as const

/** How visitors become members, and how members who have forgotten their password set another one. */
export const registrationEndpoints = {
  // No `write`: a wrong code is counted outside of the transaction.
  register: endpoint({
    ...common,
    path: '/api/user/register',
    summary: m.call_register,
    body: registration,
    answer: v.omit(tokenAnswer, ['code', 'msg']),
    run: ({ c, body }) => register(c, body),
    msg: () => m.register_done(),
  }),
  retrieve: endpoint({
    ...common,
    path: '/api/user/retrieve',
    summary: m.call_retrieve,
    body: retrieval,
    answer: v.literal(true),
    run: async ({ c, body }) => {
      await retrievePassword(c, body)
      return true as const
    },
    msg: () => m.retrieve_done(),
  }),
}
