import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { ScriptError } from './main.ts'

const begun = v.object({ job: v.number() })
const loaded = v.object({ added: v.number(), found: v.number() })
const job = v.object({
  title: v.string(),
  state: v.picklist(['queued', 'running', 'done', 'failed', 'cancelled']),
  message: v.string(),
  done: v.number(),
  total: v.nullable(v.number()),
  result: v.nullable(v.unknown()),
})

/** Milliseconds between two questions about the job. */
const AGAIN = 500

/**
 * Loads the education authorities of a province: the province's own, its cities' and its districts'. The instance does
 * it as a background job. An organization whose code already exists is not changed.
 */
export async function loadProvince(call: Call, province: string, say: (line: string) => void) {
  const { job: id } = await call(begun, {
    method: 'POST',
    path: '/adminApi/organization/loadProvince',
    body: { province },
    key: randomUUID(),
  })
  let told = ''
  for (;;) {
    const { title, state, message, done, total, result } = await call(job, {
      path: '/adminApi/job/info',
      query: { id: String(id) },
    })
    const line = total === null ? `${title}: ${state}` : `${title}: ${done} of ${total}`
    if (line !== told) say(line)
    told = line
    if (state === 'done') return v.parse(loaded, result)
    if (state === 'failed' || state === 'cancelled') throw new ScriptError(`${title}: ${message || state}`)
    await wait(AGAIN)
  }
}
