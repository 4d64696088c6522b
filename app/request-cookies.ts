import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'

/**
 * The cookies of the person who asks, for the preferences in them: known before the first paint. Each page reads what is
 * its own, so that no page loads what it takes to read the others'.
 */
export const requestCookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)
