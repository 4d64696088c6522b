import { queryOptions } from '@tanstack/react-query'

/** Loaded with the first call: pages come with these answers, and most visitors never ask again. */
const calls = () => import('./auth.functions.ts')

const boot = { staleTime: 60_000, gcTime: Number.POSITIVE_INFINITY } as const

/** Person and menus of the back office; null when nobody is signed in. */
export const adminBootQuery = queryOptions({
  queryKey: ['boot', 'admin'],
  queryFn: async () => (await calls()).getAdminBoot(),
  ...boot,
})
/** Person and menus of the member center. */
export const memberBootQuery = queryOptions({
  queryKey: ['boot', 'user'],
  queryFn: async () => (await calls()).getMemberBoot(),
  ...boot,
})
