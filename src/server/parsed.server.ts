import * as v from 'valibot'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { invalid } from './errors.server.ts'

/** The output of a schema. @throws AppError 422 with messages by field */
export function parsed<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw invalid(fieldErrors(result.issues))
  return result.output
}
