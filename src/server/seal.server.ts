import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'

let known = ''

/** The site's secret, for what seals without knowing the dependencies of the API. A process has one. */
export function siteSecret(): string {
  return known
}

/** Makes the secret known. The API does it when it is created. */
export function keepSiteSecret(secret: string): void {
  known = secret
}

/**
 * Encrypts text. Only the same secret and the same `purpose` can decrypt it.
 * @throws Error without a secret, with which everybody could decrypt it
 */
export function seal(secret: string, purpose: string, text: string): string {
  if (secret === '') throw new Error('SESSION_SECRET is not set')
  const nonce = randomBytes(12)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts text; undefined when it was encrypted with another secret or purpose, or was changed. */
export function unseal(secret: string, purpose: string, sealed: string): string | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret, purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'yardstick', purpose, 32))
}
