import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Seconds that a signed address lives. */
export const SIGNED_SECONDS = 60

/**
 * Signs the address of one file. Whoever has it may read the file for a minute, without a session.
 * @param secret the site's secret
 * @throws Error without a secret, with which everybody could sign
 */
export function signAddress(secret: string, url: string, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + SIGNED_SECONDS
  return `${url}?expires=${expires}&signature=${signatureOf(secret, url, expires).toString('base64url')}`
}

/** Whether a signature is that of this address and has not expired. */
export function isSigned(
  secret: string,
  url: string,
  { expires, signature }: { expires?: string | undefined; signature?: string | undefined },
  now = Date.now(),
): boolean {
  if (secret === '' || !signature || !expires || !/^\d{1,12}$/.test(expires)) return false
  const left = Number(expires) - now / 1000
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(secret, url, Number(expires))
  return given.length === right.length && timingSafeEqual(given, right) && left > 0 && left <= SIGNED_SECONDS
}

function signatureOf(secret: string, url: string, expires: number): Buffer {
  if (secret === '') throw new Error('SESSION_SECRET is not set')
  const key = Buffer.from(hkdfSync('sha256', secret, 'yardstick', 'file-address', 32))
  return createHmac('sha256', key).update(`${expires}\n${url}`).digest()
}
