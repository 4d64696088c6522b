import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer } from '#src/lib/number-rules.ts'
import { ID } from '#src/resource/importable.ts'
import type { Resource } from '../crud/resource.server.ts'
import { invalid } from '../errors.server.ts'
import { MAX_COLUMNS } from '../sheet/cell.ts'
import { blanksOf, neededColumns, needsKeys, possibleKeys } from './import-fields.server.ts'

/** Maximum number of key fields. */
const MOST_KEYS = 5

/** How a file is read and written. `checkPlan` reports the mistakes of the user, each at its field. */
export const planSchema = v.strictObject({
  /** The index of the sheet, counted from 0. */
  sheet: v.optional(integer(0, 1_000), 0),
  /** The row number of the titles, as the spreadsheet program shows it; 0 for none. */
  header: integer(0, 1_048_576),
  /** The field of each column; null for a column that is not imported. */
  mapping: v.pipe(v.array(v.nullable(v.pipe(v.string(), v.maxLength(60)))), v.maxLength(MAX_COLUMNS)),
  /**
   * Key fields. A row of the file is the row of the table that is equal in all of them. Without any, every row of the
   * file is new.
   */
  keys: v.pipe(v.array(v.string()), v.maxLength(MAX_COLUMNS)),
  mode: v.optional(v.picklist(['both', 'add', 'update']), 'both'),
  /** The effect of an empty cell on a stored row. */
  blank: v.optional(v.picklist(['keep', 'clear']), 'keep'),
})

export type ImportPlan = v.InferOutput<typeof planSchema>

export const previewBody = v.strictObject({ id, plan: planSchema })
export const checkBody = previewBody
export const runBody = v.strictObject({
  ...previewBody.entries,
  skipRefused: v.optional(v.boolean(), false),
  /** Writes the rows that the check has warned of. */
  acceptWarnings: v.optional(v.boolean(), false),
  /**
   * Rows that have changed since the check: refuse the import with their list, leave them alone, or write over them.
   */
  sinceCheck: v.optional(v.picklist(['ask', 'skip', 'overwrite']), 'ask'),
  /** The columns (counted from 0) and the keys that the user chose by hand. They are remembered after the import. */
  chosen: v.optional(
    v.strictObject({
      columns: v.optional(v.pipe(v.array(integer(0, MAX_COLUMNS)), v.maxLength(MAX_COLUMNS)), []),
      keys: v.optional(v.boolean(), false),
    }),
    {},
  ),
})

/** `partial`: rows that were changed since the import stay as they are. */
export const undoBody = v.strictObject({ id, partial: v.optional(v.boolean(), false) })

/** Checks a plan. @throws AppError 422 for a plan that does not fit the resource */
export function checkPlan(resource: Resource, plan: ImportPlan): void {
  const errors: Record<string, string[]> = {}
  const { lines } = resource.description
  const known = new Set([...(lines ? [] : [ID]), ...resource.importable.keys()])
  const mapped = plan.mapping.filter((name) => name !== null)
  const unknown = mapped.find((name) => !known.has(name))
  const twice = mapped.find((name, at) => mapped.indexOf(name) !== at)
  if (unknown !== undefined) errors.mapping = [m.error_unknownField({ field: unknown })]
  else if (twice !== undefined) errors.mapping = [m.import_mappedTwice()]
  else if (mapped.length === 0) errors.mapping = [m.import_nothingMapped()]
  else if (mapped.every((name) => name === ID)) errors.mapping = [m.import_onlyId()]
  const missing = neededColumns(resource).filter((name) => !mapped.includes(name))
  if (missing.length > 0 && !errors.mapping)
    errors.mapping = [m.import_columnsNeeded({ columns: missing.map(resource.label).join(m.crud_listSeparator()) })]
  const misfit = errors.mapping ? undefined : resource.misfit?.(new Set(mapped))
  if (misfit !== undefined) errors.mapping = [misfit]
  if (plan.blank === 'clear' && !blanksOf(resource).includes('clear')) errors.blank = [m.import_blankKeepOnly()]
  const possible = new Set(possibleKeys(resource))
  const unfit = plan.keys.some((key) => !possible.has(key) || !mapped.includes(key))
  if (unfit || (plan.keys.length === 0 && needsKeys(resource))) errors.keys = [m.import_keyMissing()]
  else if (plan.keys.length > MOST_KEYS) errors.keys = [m.rule_maxItems({ max: MOST_KEYS })]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
