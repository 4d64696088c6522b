import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { proofGiven } from '#src/backend/step-up.ts'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import { type SendingBody, sendBody } from '#src/crud/import/upload.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { storeEndpoints } from './store.api.server.ts'
import type { ModuleLogRow } from './store-log.schema.ts'

const KEY = 'moduleStore'

/** What was chosen at the conflicts of a plan, by their ids. */
export type PlanChoices = Readonly<Record<string, string>>
export type ArchiveAnswer = AnswerOf<typeof storeEndpoints.upload>
export type KnownKey = AnswerOf<typeof storeEndpoints.keys>['keys'][number]

const listing = getting<typeof storeEndpoints.index>('/adminApi/moduleStore/index')
const describing = getting<typeof storeEndpoints.detail>('/adminApi/moduleStore/detail')
const listingKeys = getting<typeof storeEndpoints.keys>('/adminApi/moduleStore/keys')
const planning = posting<typeof storeEndpoints.plan>('/adminApi/moduleStore/plan')

/** The log of the store. */
export const storeLog = crudClient<ModuleLogRow>('module-log')

/** The calls of the store that write. */
export const storeCalls = {
  download: posting<typeof storeEndpoints.download>('/adminApi/moduleStore/download'),
  install: posting<typeof storeEndpoints.install>('/adminApi/moduleStore/install'),
  changeState: posting<typeof storeEndpoints.changeState>('/adminApi/moduleStore/changeState'),
  uninstall: posting<typeof storeEndpoints.uninstall>('/adminApi/moduleStore/uninstall'),
  back: posting<typeof storeEndpoints.back>('/adminApi/moduleStore/back'),
  discard: posting<typeof storeEndpoints.discard>('/adminApi/moduleStore/discard'),
  trust: posting<typeof storeEndpoints.trust>('/adminApi/moduleStore/trust'),
  distrust: posting<typeof storeEndpoints.distrust>('/adminApi/moduleStore/distrust'),
}

/** All modules, and the index that they come from. */
export const storeQuery = queryOptions({
  queryKey: [KEY, 'index'],
  queryFn: ({ signal }) => listing({}, signal),
})

/** The details of a module. */
export const moduleQuery = (uid: string) =>
  queryOptions({
    queryKey: [KEY, 'detail', uid],
    queryFn: ({ signal }) => describing({ uid }, signal),
    retry: false,
  })

/** What the installation of the archive that waits would do now. */
export const modulePlanQuery = (uid: string, choices: PlanChoices) =>
  queryOptions({
    queryKey: [KEY, 'plan', uid, JSON.stringify(choices)],
    queryFn: async () => (await planning({ uid, choices }, randomId())).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** The keys that archives may be signed with. */
export const trustedKeysQuery = queryOptions({
  queryKey: [KEY, 'keys'],
  queryFn: ({ signal }) => listingKeys({}, signal),
  staleTime: 0,
})

/**
 * Sends the archive of a module. Where the call asks for a fresh proof, it is sent once more after that was given.
 * `result` never settles after a cancellation.
 */
export function sendModule(file: File, onProgress: (share: number) => void): SendingBody<ArchiveAnswer> {
  const begin = () => sendBody<ArchiveAnswer>(`/adminApi/${KEY}/upload`, file, onProgress)
  let sending = begin()
  let cancelled = false
  const proven = async (error: unknown): Promise<ArchiveAnswer> => {
    const ways = error instanceof BackendError ? error.stepUp : undefined
    if (!ways || !(await proofGiven(ways)) || cancelled) throw error
    sending = begin()
    return sending.result
  }
  const cancel = () => {
    cancelled = true
    sending.cancel()
  }
  return { result: sending.result.catch(proven), cancel }
}
