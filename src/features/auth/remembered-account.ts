import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import type { Side } from '#src/lib/side.ts'
import { accountCookieOf } from '#src/lib/storage-keys.ts'

/** What people sign in with. Members may use an address or a number too, of signs without a meaning in cookies. */
const kept = { admin: /^[a-zA-Z]\w{2,14}$/, user: /^[\w@.+-]{3,100}$/ }

/**
 * Reads the account that the login page offers: the last user of this browser who chose "keep me signed in". Returns an
 * empty string when there is none.
 */
export function readAccount(cookieHeader: string, side: Side): string {
  const name = readCookie(cookieHeader, accountCookieOf(side)) ?? ''
  return kept[side].test(name) ? name : ''
}

/** Remembers the account for the next sign-in when `keep` is true. Otherwise forgets the remembered account. */
export function rememberAccount(side: Side, { username, keep }: { username: string; keep: boolean }): void {
  const name = username.replace(/\s/g, '')
  if (keep) writeCookie(accountCookieOf(side), kept[side].test(name) ? name : '')
  else removeCookie(accountCookieOf(side))
}
