import * as v from 'valibot'
import type { Description } from './description.ts'
import { fieldSchema, isRequired } from './field-schema.ts'
import { wrongObject } from './object-errors.ts'

/**
 * The schema of a resource's form, for the form itself, the server function and the API.
 * Unknown keys are refused, so that a misspelt field is not lost without a word.
 * @param partial an edit may send only the fields that it changes
 */
export function formSchema(description: Pick<Description, 'fields'>, partial = false) {
  const entries = description.fields
    .filter((field) => !field.readOnly && !(partial && field.addOnly))
    .map((field) => {
      // Who edits somebody need not know the password to leave it as it is.
      const asked = partial && field.type === 'password' ? { ...field, required: false } : field
      const schema = fieldSchema(asked)
      return [field.name, partial || !isRequired(field) ? v.optional(schema) : schema] as const
    })
  return v.strictObject(Object.fromEntries(entries), wrongObject)
}

export type FormSchema = ReturnType<typeof formSchema>

/** Issues of a schema as the contract sends them: the path of a field with its sentences. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    // One sentence a field is enough: the first rule that fails is the one to mend first.
    errors[path] ??= [issue.message]
  }
  return errors
}
