import * as v from 'valibot'
import { id } from '#src/lib/number-rules.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { filterSchema } from '../list/filter.server.ts'

/** Rows of one call at the most: more would hold their locks for too long. */
export const MAX_BULK_ROWS = 10_000

/** Rows named one by one, or found like a list finds them; one of the two. */
const rows = {
  ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(MAX_BULK_ROWS))),
  query: v.optional(
    v.strictObject({
      quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
      filter: v.optional(filterSchema),
    }),
  ),
  /** How many rows the caller has been told of: another number is a 409. */
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Says what would happen and writes nothing. */
  preview: v.optional(v.boolean(), false),
}

export const bulkDelSchema = v.strictObject(rows)

/**
 * Fields that many rows may get one value of. A parent is none, each row would need a place of its own there; nor is a
 * password, which would be that of many.
 */
export function writableBulkFields(description: Description): Field[] {
  const fits = ({ name, type }: Field) => type !== 'password' && !(description.tree && name === 'pid')
  return description.fields.filter((field) => field.bulk && fits(field))
}

/** The body of `bulkEdit`. @param values what an edit of one row takes */
export function bulkEditSchema<T extends v.GenericSchema<unknown, Record<string, unknown>>>(values: T) {
  return v.strictObject({
    ...rows,
    values,
    /** The versions that the caller has seen, by id; a row with another one is refused. */
    versions: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer()))),
  })
}

export type BulkRows = v.InferOutput<typeof bulkDelSchema>
