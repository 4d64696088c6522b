import type * as v from 'valibot'

/**
 * A schema that describes less than is known of a value: the document shows the schema, the server may give any value
 * that fits it, and clients have `T`.
 */
export function knownAs<T>(schema: v.GenericSchema): v.GenericSchema<unknown, T> {
  // Seam: the caller names the type.
  return schema as v.GenericSchema<unknown, T>
}
