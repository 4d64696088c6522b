import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'

/**
 * The cookies of the request, for user preferences that must be known before the first paint. Each page reads only its
 * own preferences, so that no page loads the code for the others.
 */
export const requestCookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)
