import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect } from 'vitest'
import { type Caller, callerOf, type TestApi } from './api.ts'
import { FACTOR_GRANT } from './factors.ts'
import { proofFor } from './proofs.ts'

const VERIFIED = 0x05
/** The authenticator has seen somebody, and has asked for neither a finger nor a PIN. */
export const SEEN_ONLY = 0x01
const WITH_KEY = 0x40

type Lies = { origin?: string; host?: string; flags?: number; counter?: number; challenge?: string; forged?: boolean }

/** An authenticator in software with one passkey (ES256), which lies where a test tells it. */
export function authenticator(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const id = randomBytes(16)
  let counter = 0
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }))

  const data = (flags: number, lies: Lies, key = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    const host = lies.host ?? new URL(origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([lies.flags ?? flags]), count, key])
  }

  const credential = (response: object) =>
    JSON.stringify({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', response })

  return {
    origin,
    /** A new passkey, as a browser answers it. */
    register(options: string): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)])
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data(VERIFIED | WITH_KEY, { counter: 0 }, key))],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', JSON.parse(options).challenge, {}).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      })
    },
    /** The use of the passkey, as a browser answers it. */
    use(options: string, lies: Lies = {}): string {
      const client = clientData('webauthn.get', JSON.parse(options).challenge, lies)
      const authenticatorData = data(VERIFIED, lies)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, lies.forged ? stranger : privateKey).toString('base64url'),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>

/** Adds a passkey to an account. @returns its authenticator, and a caller with a proof of the new state */
export async function addPasskey(api: TestApi, call: Caller, base = '/adminApi') {
  const key = authenticator()
  const asked = await call('POST', `${base}/factor/passkeyOptions`, { origin: key.origin })
  expect(asked.code, asked.msg).toBe(200)
  const { options } = asked.data as { options: string }
  const body = { origin: key.origin, name: 'A key', response: key.register(options) }
  const added = await call('POST', `${base}/factor/passkeyAdd`, body)
  expect(added.code, added.msg).toBe(200)
  const { codes } = added.data as { codes: string[] | null }
  return { key, codes, call: callerOf(api.api, call.tokens, (await proofFor(api.db, call.tokens.access_token))?.proof) }
}

type Side = 'admin' | 'user'

/** What the server asks an authenticator to sign for a sign-in. */
export async function signInOptions(api: TestApi, body: { side?: Side; origin?: string; mfa_token?: string } = {}) {
  const sent = { side: 'admin', origin: 'http://localhost:3000', ...body }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
  return ((await (await api.api.request('/auth/passkeyOptions', init)).json()) as { data: { options: string } }).data
    .options
}

/** Signs in with a passkey alone. @returns the answer of the token endpoint */
export async function signInWith(api: TestApi, response: string, more: { side?: Side; origin?: string } = {}) {
  const { side = 'admin', origin = 'http://localhost:3000' } = more
  const answer = await api.token(side, { way: 'passkey', origin, response }, FACTOR_GRANT)
  return { status: answer.status, body: await answer.json() }
}
