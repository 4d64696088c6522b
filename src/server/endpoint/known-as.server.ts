import type * as v from 'valibot'

/**
 * A schema that describes less than is known of a value. The document shows the schema, and the types of the call have
 * `T`.
 */
export function knownAs<T>(schema: v.GenericSchema): v.GenericSchema<T, T> {
  // Seam: the caller names the type.
  return schema as v.GenericSchema<T, T>
}
