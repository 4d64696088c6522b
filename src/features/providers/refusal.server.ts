import * as client from 'openid-client'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { loggable } from '#src/server/loggable.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'

/** The sentence for whatever went wrong with a provider. It is for people; the log has the details. */
export function providerRefusal(c: ApiContext, name: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  c.get('deps').log.warn({ requestId: c.get('requestId'), provider: name, err: loggable(error) }, 'sign-in refused')
  return new AppError(isDown(error) ? 503 : 400, sentenceOf(name, error))
}

/** Why a provider cannot be used, in the language of the request. */
export function sentenceOf(name: string, error: unknown): string {
  if (isDown(error)) return m.provider_down({ name })
  if (error instanceof client.AuthorizationResponseError) {
    return error.error === 'access_denied' ? m.provider_denied({ name }) : m.provider_said({ name, said: error.error })
  }
  if (error instanceof client.ResponseBodyError) return m.provider_said({ name, said: error.error })
  const claim = claimOf(error)
  if (claim === 'iss') return m.provider_wrongIssuer({ name })
  if (claim === 'nonce') return m.provider_wrongNonce({ name })
  if (claim === 'sub') return m.provider_otherSubject({ name })
  if (claim === 'auth_time') return m.provider_notFresh({ name })
  return m.provider_badToken({ name })
}

/** Whether nothing was answered in time, or nothing that is an answer of a provider. */
function isDown(error: unknown): boolean {
  for (const one of causes(error)) {
    if (one instanceof OutgoingError) return true
    if (one instanceof client.ClientError && one.code && DOWN.has(one.code)) return true
  }
  return false
}

const DOWN = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** The claim or parameter that was not as it has to be. */
function claimOf(error: unknown): string | undefined {
  for (const one of causes(error)) {
    if (typeof one === 'object' && one !== null && 'claim' in one && typeof one.claim === 'string') return one.claim
    if (one instanceof Error && /"iss" \(issuer\)|issuer/i.test(one.message)) return 'iss'
    if (one instanceof Error && /"sub"|unexpected "response" body "sub"/i.test(one.message)) return 'sub'
    if (one instanceof Error && /"nonce"/i.test(one.message)) return 'nonce'
    if (one instanceof Error && /"auth_time"/i.test(one.message)) return 'auth_time'
    const attribute = typeof one === 'object' && one !== null && 'attribute' in one ? String(one.attribute) : undefined
    if (attribute === 'issuer') return 'iss'
    if (attribute) return attribute
  }
  return undefined
}

function* causes(error: unknown): Generator<unknown> {
  let one = error
  for (let depth = 0; one !== undefined && one !== null && depth < 6; depth++) {
    yield one
    one = typeof one === 'object' && 'cause' in one ? one.cause : undefined
  }
}
