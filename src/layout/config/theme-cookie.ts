import { readCookie, writeCookie } from '#src/lib/cookie.ts'

/** The theme has its own cookie: every page needs it, but only the back office needs the rest of the layout. */
const COOKIE = 'ys_theme'

/** Inline script for the head. A cached page (back, offline reload) gets the newest choice before it is painted. */
export const themeScript = `document.documentElement.setAttribute('data-theme',(/(?:^|; )${COOKIE}=(light|dark)/.exec(document.cookie)||[])[1]||'system')`

/** The stored choice. Null without a choice: the page follows the system. */
export function isDarkIn(cookieHeader: string): boolean | null {
  const value = readCookie(cookieHeader, COOKIE)
  return value === 'dark' ? true : value === 'light' ? false : null
}

export type ThemeName = 'light' | 'dark' | 'system'

/** The value of `<html data-theme>`. For `system` the style sheet follows the system. */
export const themeName = (isDark: boolean | null): ThemeName => (isDark === null ? 'system' : isDark ? 'dark' : 'light')

/** The name of the stored theme. `system` without a choice. */
export const readTheme = (cookieHeader: string): ThemeName => themeName(isDarkIn(cookieHeader))

/** Writes the theme cookie, so that the server knows the choice. Null means `system`. */
export const writeThemeCookie = (isDark: boolean | null) => writeCookie(COOKIE, themeName(isDark))
