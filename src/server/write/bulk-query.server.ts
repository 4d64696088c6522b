import * as v from 'valibot'
import { rowId } from '#src/lib/number-rules.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { filterSchema } from '../list/filter.server.ts'

/** Maximum number of rows in one request. More rows would hold their locks for too long. */
export const MAX_BULK_ROWS = 10_000

/** The rows of a bulk operation: either their ids, or a query as in a list. */
const rows = {
  ids: v.optional(v.pipe(v.array(rowId), v.minLength(1), v.maxLength(MAX_BULK_ROWS))),
  query: v.optional(
    v.strictObject({
      quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
      filter: v.optional(filterSchema),
    }),
  ),
  /** The number of rows that the client expects. Another number is a 409. */
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Returns what would happen and writes nothing. */
  preview: v.optional(v.boolean(), false),
}

export const bulkDelSchema = v.strictObject(rows)

/**
 * The fields that can get one value in many rows. A parent is excluded, because each row would need its own place
 * there. A password is excluded, because many rows would share it.
 */
export function writableBulkFields(description: Description): Field[] {
  const fits = (field: Field) => !isSecret(field) && !(description.tree && field.name === 'pid')
  return description.fields.filter((field) => field.bulk && fits(field))
}

/** The body of `bulkEdit`. @param values the schema of an edit's values */
export function bulkEditSchema<T extends v.GenericSchema<unknown, Record<string, unknown>>>(values: T) {
  return v.strictObject({
    ...rows,
    values,
    /** The versions that the client has seen, by id. A row with another version is refused. */
    versions: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer()))),
  })
}

export type BulkRows = v.InferOutput<typeof bulkDelSchema>
