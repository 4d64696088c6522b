import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import type { Side } from '#src/lib/side.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const cookieOf = (side: Side) => `${storageKeys.accountCookie}_${side}`

/** The account that the login page offers: who signed in last on this machine and wanted to be kept. */
export function readAccount(cookieHeader: string, side: Side): string {
  const name = readCookie(cookieHeader, cookieOf(side)) ?? ''
  return /^[a-zA-Z]\w{2,14}$/.test(name) ? name : ''
}

/** Remembers an account for the next sign-in, or forgets the one that is remembered. */
export function rememberAccount(side: Side, { username, keep }: { username: string; keep: boolean }): void {
  if (keep) writeCookie(cookieOf(side), username)
  else removeCookie(cookieOf(side))
}
