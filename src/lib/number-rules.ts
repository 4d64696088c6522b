import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

// Messages are functions, so that each request is answered in its own language.

/** A rule for a whole number. A URL or a JSON body may also contain it as text. */
export function integer(min: number, max: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))], () => m.rule_integer()),
    v.integer(() => m.rule_integer()),
    v.minValue(min, () => m.rule_min({ min })),
    v.maxValue(max, () => m.rule_max({ max })),
  )
}

/** The id of a row in a table of the product. */
export const id = integer(1, Number.MAX_SAFE_INTEGER)

/** The id of a row of any resource. Tables of other programs can have rows with 0 and less. */
export const rowId = integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
