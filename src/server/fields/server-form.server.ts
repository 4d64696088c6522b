import * as v from 'valibot'
import type { Description, Field } from '#src/resource/description.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { type FormSchema, formSchema } from '#src/resource/form-schema.ts'
import { serverTypeOf } from './field-types.server.ts'

/**
 * The schema of one field, for values that the server is about to store: rich text is cleaned before its rules are
 * checked. Everything that writes what people send uses it.
 */
export function storedFieldSchema(field: Field): v.GenericSchema {
  const { cleaned } = serverTypeOf(field)
  const schema = fieldSchema(field)
  if (!cleaned) return schema
  return v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? cleaned(value) : value)),
    schema,
  )
}

/** The schema of a form, for values that the server is about to store; see `formSchema`. */
export function storedFormSchema(description: Pick<Description, 'fields'>, partial = false): FormSchema {
  return formSchema(description, partial, storedFieldSchema)
}
