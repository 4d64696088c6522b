import * as v from 'valibot'
import { type Person, until, want } from './contract.ts'

const seen = v.object({
  id: v.number(),
  sheet: v.number(),
  header: v.number(),
  mode: v.picklist(['both', 'add', 'update']),
  columns: v.array(v.object({ title: v.string(), field: v.nullable(v.string()), by: v.nullable(v.string()) })),
  keys: v.object({ proposed: v.array(v.string()) }),
})
export type Seen = v.InferOutput<typeof seen>

const plan = v.object({ header: v.number(), mapping: v.array(v.nullable(v.string())), keys: v.array(v.string()) })
type Plan = v.InferOutput<typeof plan> & { sheet?: number; mode?: Seen['mode']; blank?: 'keep' | 'clear' }

export const jobView = v.object({
  id: v.number(),
  kind: v.string(),
  title: v.string(),
  state: v.string(),
  message: v.string(),
})

/** A hand that brings files into a resource. */
export function importer({ url, call, tokens }: Person, resource = 'organization') {
  const at = (action: string) => `/adminApi/${resource}/${action}`
  const send = async (name: string, content: string | Buffer): Promise<Seen> => {
    const response = await fetch(`${url}${at('import')}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.from(content)),
    })
    const answer = v.parse(v.object({ code: v.number(), msg: v.string(), data: v.unknown() }), await response.json())
    return want(seen, { status: response.status, ...answer, data: answer.data })
  }
  /** What the guesses make of a file, with changes. */
  const planOf = (view: Seen, change: Partial<Plan> = {}): Plan => ({
    sheet: view.sheet,
    header: view.header,
    mapping: view.columns.map(({ field }) => field),
    keys: view.keys.proposed,
    mode: view.mode,
    ...change,
  })
  const begin = async (action: 'importCheck' | 'importRun' | 'importUndo', body: object): Promise<number> =>
    want(v.object({ job: v.number() }), await call('POST', at(action), body)).job
  const jobOf = async (id: number) => want(jobView, await call('GET', `/adminApi/job/info?id=${id}`))
  const end = (id: number, state: string) =>
    until(`job ${id} is ${state}`, async () => {
      const found = await jobOf(id)
      if (!['done', 'failed', 'cancelled'].includes(found.state)) return undefined
      if (found.state !== state) throw new Error(`${found.title} is ${found.state}: ${found.message}`)
      return found
    })
  const run = async (view: Seen, planned: Plan, more: object = {}, state = 'done') =>
    end(await begin('importRun', { id: view.id, plan: planned, ...more }), state)
  return { send, planOf, begin, end, run, at }
}
