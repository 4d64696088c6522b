import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { ScriptError } from './main.ts'

export const begun = v.object({ job: v.number() })
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

/** Waits for the end of a job and says how far it is. @returns its result @throws ScriptError when it fails */
export async function endOfJob(call: Call, id: number, say: (line: string) => void): Promise<unknown> {
  let told = ''
  for (;;) {
    const { title, state, message, done, total, result } = await call(job, {
      path: '/adminApi/job/info',
      query: { id: String(id) },
    })
    const line = total === null ? `${title}: ${state}` : `${title}: ${done} of ${total}`
    if (line !== told) say(line)
    told = line
    if (state === 'done') return result
    if (state === 'failed' || state === 'cancelled') throw new ScriptError(`${title}: ${message || state}`)
    await wait(AGAIN)
  }
}
