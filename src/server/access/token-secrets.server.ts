import { randomBytes } from 'node:crypto'
import type { ApiSettings } from '../context.server.ts'
import { hashToken } from './actor.server.ts'

/** A token set with the names of RFC 6749. `expires_in` is in seconds. */
export type IssuedTokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: 'Bearer'
  scope: 'server'
}

/** Characters of a family's key, and of a refresh token that begins with it. */
const KEY_LENGTH = 24
const KEYED_LENGTH = 67

/**
 * A key that every refresh token of a family begins with. A token whose row is gone is still recognized by it. It gives
 * no access, it only ends the family.
 */
export function newFamilyKey(): string {
  return randomBytes(18).toString('base64url')
}

/** The key of a refresh token's family. The tokens of older releases have none, and the token itself decides one. */
export function familyKeyOf(refreshToken: string): string {
  if (refreshToken.length === KEYED_LENGTH) return refreshToken.slice(0, KEY_LENGTH)
  return hashToken(`family ${refreshToken}`).slice(0, KEY_LENGTH)
}

export function newTokens(settings: ApiSettings, familyKey: string): IssuedTokens {
  return {
    access_token: randomBytes(32).toString('base64url'),
    refresh_token: familyKey + randomBytes(32).toString('base64url'),
    expires_in: settings.accessSeconds,
    token_type: 'Bearer',
    scope: 'server',
  }
}
