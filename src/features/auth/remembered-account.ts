import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import type { Side } from '#src/lib/side.ts'
import { accountCookieOf } from '#src/lib/storage-keys.ts'

/**
 * Reads the account that the login page offers: the last user of this browser who chose "keep me signed in". Returns an
 * empty string when there is none.
 */
export function readAccount(cookieHeader: string, side: Side): string {
  const name = readCookie(cookieHeader, accountCookieOf(side)) ?? ''
  return /^[a-zA-Z]\w{2,14}$/.test(name) ? name : ''
}

/** Remembers the account for the next sign-in when `keep` is true. Otherwise forgets the remembered account. */
export function rememberAccount(side: Side, { username, keep }: { username: string; keep: boolean }): void {
  if (keep) writeCookie(accountCookieOf(side), username)
  else removeCookie(accountCookieOf(side))
}
