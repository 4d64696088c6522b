import * as v from 'valibot'
import { id, integer } from '#src/lib/number-rules.ts'
import { encodings } from '../sheet/file-facts.ts'
import { warningKinds } from './warnings.server.ts'

/** Chooses the encoding of a text file. */
export const encodingBody = v.strictObject({ id, encoding: v.picklist(encodings) })

/** Forgets earlier choices: of a title, of the keys, or all of them. */
export const forgetBody = v.strictObject({
  what: v.picklist(['column', 'keys', 'all']),
  title: v.optional(v.pipe(v.string(), v.maxLength(1_000)), ''),
})

/** Query parameters of the import calls. */
export const importQueries = {
  upload: v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)) }),
  view: v.strictObject({ id, sheet: v.optional(integer(0, 1_000)), header: v.optional(integer(0, 1_048_576)) }),
  report: v.strictObject({ id }),
  download: v.strictObject({
    /** `all`: the whole file with its errors marked. `refused`: its titles and the refused rows. */
    rows: v.optional(v.picklist(['all', 'refused']), 'all'),
  }),
  rows: v.strictObject({
    id,
    /** `warned`: rows that are new or changed, and that the check warns of. */
    action: v.picklist(['new', 'changed', 'unchanged', 'skipped', 'refused', 'warned']),
    /** Of the warned rows, only those with this kind of warning. */
    kind: v.optional(v.picklist(warningKinds)),
    /** Only rows after this row number. */
    after: v.optional(integer(0, 10_000_000), 0),
    limit: v.optional(integer(1, 200), 50),
  }),
}
