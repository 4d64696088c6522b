import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'
import { discover } from './open-id.server.ts'
import { issuerError } from './provider.rules.server.ts'
import { sentenceOf } from './refusal.server.ts'

const common = { method: 'post', tag: 'resource', security: 'admin' } as const

/** What helps to configure a provider. */
export const providerEndpoints = {
  test: endpoint({
    ...common,
    path: '/adminApi/provider/test',
    summary: m.call_providerTest,
    node: ['routine/provider/add', 'routine/provider/edit'],
    body: v.strictObject({ issuer: v.pipe(v.string(), v.maxLength(300)) }),
    answer: v.strictObject({
      issuer: v.string(),
      authorization: v.string(),
      token: v.string(),
      userinfo: v.string(),
      endSession: v.string(),
      algorithms: v.array(v.string()),
      scopes: v.array(v.string()),
      pkce: v.boolean(),
      iss: v.boolean(),
      backchannel: v.boolean(),
    }),
    errors: [422],
    run: async ({ c, body: { issuer } }) => {
      const wrong = issuerError(issuer.trim())
      if (wrong) throw invalid({ issuer: [wrong] })
      try {
        const found = (
          await discover(c.get('deps'), { issuer: issuer.trim(), clientId: 'test', secret: '' })
        ).serverMetadata()
        return {
          issuer: found.issuer,
          authorization: found.authorization_endpoint ?? '',
          token: found.token_endpoint ?? '',
          userinfo: found.userinfo_endpoint ?? '',
          endSession: found.end_session_endpoint ?? '',
          algorithms: found.id_token_signing_alg_values_supported ?? [],
          scopes: found.scopes_supported ?? [],
          pkce: found.supportsPKCE(),
          iss: found.authorization_response_iss_parameter_supported === true,
          backchannel: found.backchannel_logout_supported === true,
        }
      } catch (error) {
        throw invalid({ issuer: [whyOf(error, new URL(issuer.trim()).host)] })
      }
    },
  }),
}

/** Why a provider was not found, with the words of what has failed. */
function whyOf(error: unknown, host: string): string {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof OutgoingError) return one.sentence()
  return sentenceOf(host, error)
}
