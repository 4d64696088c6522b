import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { TrustedKey } from '../store.schema.ts'
import { SIGNATURE } from './module-limits.ts'
import { refused } from './read-zip.server.ts'

const base64 = (bytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.check((text) => {
      const read = Buffer.from(text, 'base64')
      return read.length === bytes && read.toString('base64') === text
    }),
  )
const signatureSchema = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.parseJson(),
  v.strictObject({ key: base64(32), signature: base64(64) }),
)

/** What is signed of an archive: the name and the digest of each of its files. */
function signedText(files: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...files.keys()].filter((name) => name !== SIGNATURE).sort()
  const lines = names.map((name) => `${sha256(files.get(name) ?? Buffer.alloc(0))}  ${name}\n`)
  return Buffer.from(`yardstick-module 1\n${lines.join('')}`)
}

/** The digest of bytes, in hexadecimal digits. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** By what people compare keys: `1a2b 3c4d 5e6f 7a8b`. @param key 32 bytes in Base64 */
export function fingerprintOf(key: string): string {
  const digest = sha256(Buffer.from(key, 'base64')).slice(0, 16)
  return digest.match(/.{4}/g)?.join(' ') ?? digest
}

/**
 * Whose key has signed the files of an archive.
 * @returns the name of the key
 * @throws AppError 422 when nobody has, somebody else, or these files are not what was signed
 */
export function archiveSigner(files: ReadonlyMap<string, Buffer>, trusted: readonly TrustedKey[]): string {
  const key = signingKeyOf(files)
  const known = trusted.find((one) => Buffer.from(one.key, 'base64').equals(Buffer.from(key, 'base64')))
  if (!known) throw refused(m.module_keyUnknown({ fingerprint: fingerprintOf(key) }))
  return known.name
}

/** The key that has signed files, whoever has it. @throws AppError 422 */
export function signingKeyOf(files: ReadonlyMap<string, Buffer>): string {
  const given = files.get(SIGNATURE)
  if (!given) throw refused(m.module_unsigned())
  const read = v.safeParse(signatureSchema, given.toString('utf8'))
  if (!read.success) throw refused(m.module_signatureWrong())
  const { key, signature } = read.output
  if (!isSigned(signedText(files), key, signature)) throw refused(m.module_signatureWrong())
  return key
}

function isSigned(text: Buffer, key: string, signature: string): boolean {
  const x = Buffer.from(key, 'base64').toString('base64url')
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, text, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    // Not all 32 bytes are a key.
    return false
  }
}

/** The key of somebody who signs. Undefined when the text is no private key for Ed25519. */
export function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** The public part of a key: 32 bytes in Base64. */
export function publicKeyOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** The content of `signature.json` for these files. */
export function signatureFor(files: ReadonlyMap<string, Buffer>, key: KeyObject): Buffer {
  const signature = sign(null, signedText(files), key).toString('base64')
  return Buffer.from(`${JSON.stringify({ key: publicKeyOf(key), signature }, null, 2)}\n`)
}
