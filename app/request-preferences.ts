import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { readMenuCookie } from '#src/layout/menu-cookie.ts'
import { readThemeCookie } from '#src/layout/theme-cookie.ts'

const cookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)

/** Whether the side menu is collapsed, known before the first paint. */
export const requestMenuCollapsed = () => readMenuCookie(cookies())

/** The stored theme while a page is rendered; the script in its head settles "system" before the first paint. */
export const requestTheme = () => readThemeCookie(cookies())
