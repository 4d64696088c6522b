import { isAbsolute } from 'node:path'
import * as v from 'valibot'

const directory = v.pipe(v.string(), v.check(isAbsolute, 'must be absolute'))

const schema = v.object({
  /** The product's directory. */
  root: directory,
  /** The terminal's directory: DATA_DIR/terminal. */
  dir: directory,
  /** The run. It names the working copy: `dir/work/<uuid>`. */
  uuid: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  /** What the working copy has. */
  copy: v.picklist(['nothing', 'manifest', 'sources', 'installed']),
  steps: v.array(v.object({ program: v.picklist(['node', 'npm']), args: v.array(v.string()) })),
  /** What of the working copy the next start takes over. */
  keep: v.array(v.picklist(['packages', 'registry', 'build'])),
})

/** One run of a command: where, in what, and what. */
export type Plan = v.InferOutput<typeof schema>
export type Step = Plan['steps'][number]

/** @throws Error when the text is not a plan */
export function readPlan(text: string): Plan {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), text)
}
