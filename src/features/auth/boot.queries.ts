import { queryOptions } from '@tanstack/react-query'
import { getAdminBoot, getMemberBoot } from './auth.functions.ts'

const boot = { staleTime: 60_000, gcTime: Number.POSITIVE_INFINITY } as const

/** Person and menus of the back office; null when nobody is signed in. */
export const adminBootQuery = queryOptions({ queryKey: ['boot', 'admin'], queryFn: () => getAdminBoot(), ...boot })
/** Person and menus of the member center. */
export const memberBootQuery = queryOptions({ queryKey: ['boot', 'user'], queryFn: () => getMemberBoot(), ...boot })
