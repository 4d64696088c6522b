import { readCookie, writeCookie } from '#src/lib/cookie.ts'

const COOKIE = 'ys_menu'

/** Whether the person has collapsed the side menu to its icons. */
export function readMenuCookie(cookieHeader: string): boolean {
  return readCookie(cookieHeader, COOKIE) === 'collapsed'
}

export function writeMenuCookie(collapsed: boolean): void {
  writeCookie(COOKIE, collapsed ? 'collapsed' : 'open')
}
