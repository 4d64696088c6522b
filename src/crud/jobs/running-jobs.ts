import * as v from 'valibot'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * How many jobs run, as this browser knows it: a page that is opened anew watches only when there is something to watch.
 * Kept right by `JobsWatch`.
 */
export const runningJobs = localStore({ key: storageKeys.jobs, version: 1, schema: v.number(), fallback: 0 })
