import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { proofGiven } from '#src/backend/step-up.ts'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { crudGet, crudPost } from '#src/crud/calls/crud-rpc.ts'
import { type SendingBody, sendBody } from '#src/crud/import/upload.ts'
import type { JsonObject } from '#src/lib/json.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { ModuleDetails, ModulePlan, ModuleState, StoreAnswer, TrustedKey } from './store.schema.ts'
import type { ModuleLogRow } from './store-log.schema.ts'

const KEY = 'moduleStore'

/** What was chosen at the conflicts of a plan, by their ids. */
export type PlanChoices = Readonly<Record<string, string>>
export type KnownKey = TrustedKey & { fingerprint: string }
export type ArchiveAnswer = { uid: string; version: string; state: ModuleState }

const reading =
  <T>(action: string) =>
  (query: Record<string, string>, signal?: AbortSignal) =>
    crudGet<T>({ data: { key: KEY, action, query }, signal })
const writing =
  <TBody extends JsonObject, T>(action: string) =>
  (body: TBody, idempotencyKey: string) =>
    crudPost<T>({ data: { key: KEY, action, body, idempotencyKey } })

const listing = reading<StoreAnswer>('index')
const describing = reading<ModuleDetails>('detail')
const listingKeys = reading<{ keys: KnownKey[] }>('keys')
const planning = writing<{ uid: string; choices: PlanChoices }, ModulePlan>('plan')

/** The log of the store. */
export const storeLog = crudClient<ModuleLogRow>('module-log')

/** The calls of the store that write. */
export const storeCalls = {
  download: writing<{ uid: string }, ArchiveAnswer>('download'),
  install: writing<{ uid: string; choices: PlanChoices; plan: string }, ArchiveAnswer>('install'),
  changeState: writing<{ uid: string; state: 1 | 6 }, { uid: string; state: ModuleState }>('changeState'),
  uninstall: writing<{ uid: string; data: 'keep' | 'aside' }, { uid: string; state: 0 }>('uninstall'),
  back: writing<{ uid: string }, { uid: string; version: string }>('back'),
  discard: writing<{ uid: string }, null>('discard'),
  trust: writing<TrustedKey, null>('trust'),
  distrust: writing<{ key: string }, null>('distrust'),
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
