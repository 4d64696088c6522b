import { randomText } from '#src/lib/random-text.ts'
import { addressOf } from '../address.server.ts'
import { type Throttled, throttleKey } from '../throttle/throttle.server.ts'

/** Scanners for secrets know tokens of this product by it. */
const PREFIX = 'yst_'
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 44

/** The failures of one address. A program does not mistype its token, so the limit needs no room for that. */
const badKey = { captchaAfter: Infinity, blockAfter: 20, firstWait: 10, maxWait: 900, forget: 30 }

/** A new API token: 44 letters and digits after the prefix. */
export function newApiTokenKey(): string {
  return PREFIX + randomText(SIGNS, LENGTH)
}

/** Whether a token claims to be an API token. Those of sign-ins have another length. */
export function isApiTokenKey(token: string): boolean {
  return token.startsWith(PREFIX) && token.length === PREFIX.length + LENGTH
}

/** The counter of invalid API tokens at an address. */
export function apiTokenCounter(address: string): Throttled {
  return { key: throttleKey('api-token', addressOf(address)), policy: badKey }
}
