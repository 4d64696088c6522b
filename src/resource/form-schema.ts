import * as v from 'valibot'
import type { Description } from './description.ts'
import { fieldSchema } from './field-schema.ts'
import { isRequired, isSecret } from './field-traits.ts'
import { wrongObject } from './object-errors.ts'

/**
 * The schema of a resource's form. The form, the server function and the API use it. It rejects unknown keys, so that a
 * misspelt field is not lost silently.
 * @param partial an edit may send only the fields that it changes
 * @param schemaOf the schema of a field; what the server stores has one of its own (`storedFormSchema`)
 */
export function formSchema(description: Pick<Description, 'fields'>, partial = false, schemaOf = fieldSchema) {
  const entries = description.fields
    .filter((field) => !field.readOnly && !(partial && field.addOnly))
    .map((field) => {
      // An edit does not need the password, because an empty field leaves it as it is.
      const asked = partial && isSecret(field) ? { ...field, required: false } : field
      const schema = schemaOf(asked)
      const lacking = partial || !isRequired(field) || field.omittable
      return [field.name, lacking ? v.optional(schema) : schema] as const
    })
  return v.strictObject(Object.fromEntries(entries), wrongObject)
}

export type FormSchema = ReturnType<typeof formSchema>

/** Converts the issues of a schema to the format of the API: messages by field path. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    // One message per field is enough: the first failing rule is the first one to fix.
    errors[path] ??= [issue.message]
  }
  return errors
}
