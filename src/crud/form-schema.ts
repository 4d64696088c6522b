import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer, text } from '#src/lib/rules.ts'
import type { Description, Field } from './description.ts'

/** What one field accepts. Absent is decided by `formSchema`; null means "none". */
export function fieldSchema(field: Field): v.GenericSchema {
  const required = field.required === true
  switch (field.type) {
    case 'text':
      return text({ required, max: field.max, rule: field.rule })
    case 'integer':
      return integer(field.min ?? Number.MIN_SAFE_INTEGER, field.max ?? Number.MAX_SAFE_INTEGER)
    case 'switch':
      return v.pipe(
        v.union([v.number(), v.boolean()], () => m.rule_type()),
        v.transform(Number),
        v.picklist([0, 1], () => m.rule_type()),
      )
    case 'select':
      return v.picklist(
        field.options.map((option) => option.value),
        (issue) => (required && (issue.input === '' || issue.input === null) ? m.rule_required() : m.rule_option()),
      )
    case 'texts':
      return v.pipe(
        v.array(text({ required: true, max: field.max }), () => m.rule_type()),
        v.maxLength(field.maxItems, () => m.rule_max({ max: field.maxItems })),
      )
    case 'relation':
      if (field.multiple) return v.array(id, () => m.rule_type())
      return required
        ? v.pipe(
            v.nullable(id),
            v.check(
              (value) => value !== null,
              () => m.rule_required(),
            ),
          )
        : v.nullable(id)
    case 'area':
      return v.nullable(
        v.pipe(
          v.string(() => m.rule_type()),
          v.regex(/^(\d{2}|\d{4}|\d{6})$/, () => m.rule_option()),
        ),
      )
    case 'datetime':
      return v.nullable(
        v.pipe(
          v.string(() => m.rule_type()),
          v.isoTimestamp(() => m.rule_type()),
        ),
      )
  }
}

/**
 * The schema of a resource's form, for the form itself, the server function and the API.
 * Unknown keys are refused, so that a misspelt field is not lost without a word.
 * @param partial an edit may send only the fields that it changes
 */
export function formSchema(description: Pick<Description, 'fields'>, partial = false) {
  const entries = description.fields
    .filter((field) => !field.readOnly)
    .map((field) => {
      const schema = fieldSchema(field)
      return [field.name, partial || !field.required ? v.optional(schema) : schema] as const
    })
  // A missing key is a field left empty; the other thing an object can get wrong is a key that is not its own.
  return v.strictObject(Object.fromEntries(entries), (issue) =>
    issue.expected === 'never' ? m.error_unknownField({ field: String(issue.path?.[0]?.key) }) : m.rule_required(),
  )
}

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
