import { isAbsolute } from 'node:path'
import * as v from 'valibot'
import type { RunPlan } from '#src/features/terminal/run-plan.ts'

const directory = v.pipe(v.string(), v.check(isAbsolute, 'must be absolute'))

const schema: v.GenericSchema<unknown, RunPlan> = v.object({
  root: directory,
  dir: directory,
  uuid: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  copy: v.picklist(['nothing', 'manifest', 'installed', 'present']),
  steps: v.array(v.object({ program: v.picklist(['node', 'npm']), args: v.array(v.string()) })),
  keep: v.array(v.picklist(['packages', 'registry', 'build'])),
})

export type Step = RunPlan['steps'][number]

/** @throws Error when the text is not a plan */
export function readPlan(text: string): RunPlan {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), text)
}
