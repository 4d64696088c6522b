import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import type { Side } from '#src/backend/token-set.ts'
import { readAccount } from '#src/features/auth/remembered-account.ts'
import { readMenuCookie } from '#src/layout/menu-cookie.ts'
import { readThemeCookie } from '#src/layout/theme-cookie.ts'

const cookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)

/** Whether the side menu is collapsed, known before the first paint. */
export const requestMenuCollapsed = () => readMenuCookie(cookies())

/** The account that signed in last on this machine and wanted to be remembered. */
export const requestAccount = (side: Side) => readAccount(cookies(), side)

/** The stored theme while a page is rendered; the script in its head settles "system" before the first paint. */
export const requestTheme = () => readThemeCookie(cookies())
