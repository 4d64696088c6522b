import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import type { Side } from '#src/lib/side.ts'
import { accountCookieOf } from '#src/lib/storage-keys.ts'

/** User names, numbers, and what addresses consist of. Other signs have a meaning in cookies. */
const kept = /^[\w@.+-]{3,100}$/

/**
 * Reads the account that the login page offers: the last user of this browser who chose "keep me signed in". Returns an
 * empty string when there is none.
 */
export function readAccount(cookieHeader: string, side: Side): string {
  const name = readCookie(cookieHeader, accountCookieOf(side)) ?? ''
  return kept.test(name) ? name : ''
}

/** Remembers the account for the next sign-in when `keep` is true. Otherwise forgets the remembered account. */
export function rememberAccount(side: Side, { username, keep }: { username: string; keep: boolean }): void {
  const name = username.replace(/\s/g, '')
  if (keep) writeCookie(accountCookieOf(side), kept.test(name) ? name : '')
  else removeCookie(accountCookieOf(side))
}
