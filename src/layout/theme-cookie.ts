import { readCookie } from '#src/lib/cookie.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Where the choice is stored. */
export const THEME_COOKIE = 'ys_theme'

export const isThemeChoice = (value: string | undefined): value is ThemeChoice =>
  value === 'light' || value === 'dark' || value === 'system'

/** The stored choice; whoever has made none follows the system. */
export function readThemeCookie(cookieHeader: string): ThemeChoice {
  const value = readCookie(cookieHeader, THEME_COOKIE)
  return isThemeChoice(value) ? value : 'system'
}
