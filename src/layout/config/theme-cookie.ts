import { readCookie, writeCookie } from '#src/lib/cookie.ts'

/** A cookie of its own: every page needs the theme, and only the back office the rest of the layout. */
const COOKIE = 'ys_theme'

/** For the head: a page out of a cache (back, reload without network) takes the newest choice before it is painted. */
export const themeScript = `document.documentElement.setAttribute('data-theme',(/(?:^|; )${COOKIE}=(light|dark)/.exec(document.cookie)||[])[1]||'system')`

/** The stored choice; null for whoever has made none and follows the system. */
export function isDarkIn(cookieHeader: string): boolean | null {
  const value = readCookie(cookieHeader, COOKIE)
  return value === 'dark' ? true : value === 'light' ? false : null
}

export type ThemeName = 'light' | 'dark' | 'system'

/** The value of `<html data-theme>`: the style sheet follows the system by itself for `system`. */
export const themeName = (isDark: boolean | null): ThemeName => (isDark === null ? 'system' : isDark ? 'dark' : 'light')

/** The stored theme by its name. */
export const readTheme = (cookieHeader: string): ThemeName => themeName(isDarkIn(cookieHeader))

/** Lets the server know of a choice. */
export const writeThemeCookie = (isDark: boolean | null) => writeCookie(COOKIE, themeName(isDark))
