import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { begun, endOfJob } from './demo-job.ts'

const loaded = v.object({ added: v.number(), found: v.number() })

/**
 * Loads the education authorities of a province: the province's own, its cities' and its districts'. The instance does
 * it as a background job. An organization whose code already exists is not changed.
 */
export async function loadProvince(call: Call, province: string, say: (line: string) => void) {
  const { job } = await call(begun, {
    method: 'POST',
    path: '/adminApi/organization/loadProvince',
    body: { province },
    key: randomUUID(),
  })
  return v.parse(loaded, await endOfJob(call, job, say))
}
