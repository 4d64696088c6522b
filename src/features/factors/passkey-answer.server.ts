import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'

const text = v.string()
const common = {
  id: text,
  rawId: text,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.object({}), {}),
}

const registration = v.object({
  ...common,
  response: v.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: v.optional(v.array(text), []),
  }),
})

const authentication = v.object({
  ...common,
  response: v.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
})

/** A new passkey as a browser describes it. Undefined when it is no such description. */
export function registrationIn(json: string): RegistrationResponseJSON | undefined {
  // Seam: the library checks the names of transports, which its type lists.
  return read(registration, json) as RegistrationResponseJSON | undefined
}

/** The answer of a passkey. Undefined when it is none. */
export function authenticationIn(json: string): AuthenticationResponseJSON | undefined {
  return read(authentication, json)
}

function read<T extends v.GenericSchema>(schema: T, json: string): v.InferOutput<T> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(json))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** The challenge that an authenticator has answered to, as its answer says. It is compared with the kept one. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null && 'challenge' in data ? String(data.challenge) : ''
  } catch {
    return ''
  }
}
