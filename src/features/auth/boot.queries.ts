import { queryOptions } from '@tanstack/react-query'
import { authCalls } from './auth-calls.ts'

const boot = { staleTime: 60_000, gcTime: Number.POSITIVE_INFINITY } as const

/** User and menus of the back office; null when no user is signed in. */
export const adminBootQuery = queryOptions({
  queryKey: ['boot', 'admin'],
  queryFn: async () => (await authCalls()).getAdminBoot(),
  ...boot,
})
/** User and menus of the member center; null when no user is signed in. */
export const memberBootQuery = queryOptions({
  queryKey: ['boot', 'user'],
  queryFn: async () => (await authCalls()).getMemberBoot(),
  ...boot,
})
