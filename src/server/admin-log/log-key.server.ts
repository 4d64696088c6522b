import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { siteSecret } from '../seal.server.ts'

/** Bytes of the random part of a row's mark, and of what is kept of a hash. */
const SHORT = 16
/** The first bytes of a signature say which key has made it. */
const NAME = 4

let kept: { secret: string; key: Buffer; name: Buffer } | undefined

/** The key of the log. The database never has it. */
function logKey() {
  const secret = siteSecret()
  if (kept?.secret === secret) return kept
  const key = Buffer.from(hkdfSync('sha256', secret, 'yardstick', 'admin-log', 32))
  kept = { secret, key, name: createHmac('sha256', key).update('name').digest().subarray(0, NAME) }
  return kept
}

/**
 * What a new row is given so that the database can mark it: a random part, and a key for this row alone, which the
 * trigger replaces by a hash of key and digest. Nobody who reads the database can make the mark of another row.
 */
export function newRowKey(): string {
  const random = randomBytes(SHORT)
  return Buffer.concat([random, rowKey(random)]).toString('hex')
}

function rowKey(random: Uint8Array): Buffer {
  return createHmac('sha256', logKey().key).update('row').update(random).digest()
}

/** Whether a process with this key has written the row. */
export function isOwnRow(digest: string | null, mark: string | null): boolean {
  const given = Buffer.from(mark ?? '', 'hex')
  if (digest === null || given.length !== 2 * SHORT) return false
  const hash = createHash('sha256').update(rowKey(given.subarray(0, SHORT)))
  const right = hash.update(Buffer.from(digest, 'hex')).digest().subarray(0, SHORT)
  return timingSafeEqual(right, given.subarray(SHORT))
}

/** The signature of a seal, or of the note of which seal is the newest. */
export function signatureOf(what: 'seal' | 'newest', hash: string): Buffer {
  const { key, name } = logKey()
  const whole = createHmac('sha256', key).update(what).update(Buffer.from(hash, 'hex')).digest()
  return Buffer.concat([name, whole.subarray(0, SHORT)])
}

/** Who has signed: this key, somebody who claims to have it, or another key or none. */
export function signerOf(what: 'seal' | 'newest', hash: string, signature: string | null): 'own' | 'forged' | 'other' {
  const given = Buffer.from(signature ?? '', 'hex')
  if (!given.subarray(0, NAME).equals(logKey().name)) return 'other'
  const right = signatureOf(what, hash)
  return given.length === right.length && timingSafeEqual(right, given) ? 'own' : 'forged'
}

/** The first bytes of this key's signatures, as hexadecimal digits. */
export function keyName(): string {
  return logKey().name.toString('hex')
}
