import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { readThemeCookie } from '#src/layout/theme.tsx'

/** The stored theme while a page is rendered; the script in its head settles "system" before the first paint. */
export const requestTheme = createIsomorphicFn()
  .server(() => readThemeCookie(getRequestHeader('cookie') ?? ''))
  .client(() => readThemeCookie(document.cookie))
