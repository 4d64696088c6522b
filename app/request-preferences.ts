import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import type { Side } from '#src/backend/token-set.ts'
import { readAccount } from '#src/features/auth/remembered-account.ts'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { readMemberCookie } from '#src/layout/member-preferences.ts'

const cookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)

/** The chosen layout, known before the first paint. */
export const requestLayout = () => readLayoutCookies(cookies())

/** What a member has chosen for the member center. */
export const requestMember = () => readMemberCookie(cookies())

/** The account that signed in last on this machine and wanted to be remembered. */
export const requestAccount = (side: Side) => readAccount(cookies(), side)

/** The chosen theme while a page is rendered; the style sheet settles "system". */
export const requestTheme = () => readTheme(cookies())
