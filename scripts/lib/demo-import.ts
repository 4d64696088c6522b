import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { begun, endOfJob } from './demo-job.ts'

const sent = v.object({
  id: v.number(),
  sheet: v.number(),
  header: v.number(),
  mode: v.string(),
  columns: v.array(v.object({ field: v.nullable(v.string()) })),
  keys: v.object({ proposed: v.array(v.string()) }),
})
const counted = v.object({ counts: v.object({ new: v.number(), changed: v.number(), unchanged: v.number() }) })
export type Counted = v.InferOutput<typeof counted>['counts']

type Options = {
  /** Only adds rows: those that are there stay as they are. */
  addOnly?: boolean
  /** The import grants rights, so the product asks for the password once more. */
  proven?: boolean
}

/** Imports a CSV as a user does: sends it, takes what the product proposes, and runs it. */
export async function bring(
  call: Call,
  key: string,
  lines: readonly string[],
  say: (line: string) => void,
  { addOnly = false, proven = false }: Options = {},
): Promise<Counted> {
  const { id, sheet, header, mode, columns, keys } = await call(sent, {
    method: 'POST',
    path: `/adminApi/${key}/import`,
    query: { name: `${key.replace(':', '-')}.csv` },
    content: lines.join('\n'),
    key: randomUUID(),
  })
  const mapping = columns.map(({ field }) => field)
  const plan = { sheet, header, mode: addOnly ? 'add' : mode, mapping, keys: keys.proposed }
  const { job } = await call(begun, {
    method: 'POST',
    path: `/adminApi/${key}/importRun`,
    body: { id, plan, skipRefused: false, acceptWarnings: true },
    key: randomUUID(),
    proven,
  })
  return v.parse(counted, await endOfJob(call, job, say)).counts
}
