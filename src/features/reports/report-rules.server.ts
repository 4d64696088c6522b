import * as v from 'valibot'
import { UNIT_KEY } from './report-units.server.ts'

// The rules of what an address may choose in calls of reports.

const empty = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
)

/** A choice that may be left out. An empty one in an address is none. */
export function orNone<T extends v.GenericSchema>(choice: T) {
  return v.optional(v.union([empty, choice]))
}

/** A version: `2` for a publication, `run-3` for a preview. */
export const versionChoice = orNone(v.pipe(v.string(), v.regex(/^(run-)?\d{1,9}$/)))

/** A unit, as `unitKey` names it. */
export const unitChoice = orNone(v.pipe(v.string(), v.regex(UNIT_KEY)))
