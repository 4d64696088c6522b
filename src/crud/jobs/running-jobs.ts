import * as v from 'valibot'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * The number of running jobs that this browser knows of. A newly opened page watches jobs only when it is not 0.
 * `JobsWatch` keeps it up to date.
 */
export const runningJobs = localStore({ key: storageKeys.jobs, version: 1, schema: v.number(), fallback: 0 })
