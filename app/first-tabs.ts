import { createIsomorphicFn } from '@tanstack/react-start'
import { readTabs } from '#src/layout/tabs/tab-cookie.server.ts'
import type { Tab } from '#src/layout/tabs/tab-list.ts'
import { requestCookies } from './request-cookies.ts'

/**
 * The tabs that the server draws for a user, as its cookie tells. They travel with the page, so that hydration begins
 * with the same ones. Later the browser knows more.
 */
export const firstTabs = createIsomorphicFn()
  .server((owner: number): Tab[] => readTabs(requestCookies(), owner))
  .client((_owner: number): Tab[] => [])
