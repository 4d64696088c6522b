import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'
import type { bindCode, getOwnFamily, lookAtCode, revokeLink } from './own-family.functions.ts'

const functions = keptCode(() => import('./own-family.functions.ts'))

export type OwnFamily = Awaited<ReturnType<typeof getOwnFamily>>
export type LinkedStudent = OwnFamily['list'][number]
export type ShownCode = Awaited<ReturnType<typeof lookAtCode>>
type Binding = Parameters<typeof bindCode>[0]['data']

/** What the page asks the server. */
export type FamilyCalls = {
  get(): Promise<OwnFamily>
  check(code: string): Promise<ShownCode>
  bind(binding: Binding): Promise<string>
  revoke(link: Parameters<typeof revokeLink>[0]['data']): Promise<string>
}

export const familyCalls: FamilyCalls = {
  get: async () => (await functions()).getOwnFamily(),
  check: async (code) => (await functions()).lookAtCode({ data: { code } }),
  bind: async (data) => (await functions()).bindCode({ data }),
  revoke: async (data) => (await functions()).revokeLink({ data }),
}

/** Always fetched again (`staleTime` 0), because the school may have taken a link away. */
export const ownFamilyQuery = (calls: FamilyCalls) =>
  queryOptions({ queryKey: ['own-family'], queryFn: () => calls.get(), staleTime: 0 })
