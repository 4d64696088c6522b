import type { Field, FieldOf } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import { type FormValues, sameValue } from '#src/resource/form-values.ts'
import { contentNames } from './exam-scheme.content.ts'
import { examSchemeDescription } from './exam-scheme.schema.ts'

const fields: readonly Field[] = examSchemeDescription.fields

/** The descriptions of the fields that a revision stores. */
export const contentFields = contentNames.flatMap((name) => fields.find((field) => field.name === name) ?? [])

/** The fields in which two versions of a scheme differ. */
export function schemeChanges(before: FormValues, after: FormValues): Field[] {
  return contentFields.filter(({ name }) => !sameValue(before[name], after[name]))
}

/** The description of a field that is a table (type `rows`). */
export function tableField(name: 'subjects' | 'combinations'): FieldOf<'rows'> {
  const found = fields.find((field) => field.name === name)
  if (!found || !isTable(found)) throw new Error(`${name} is no table`)
  return found
}
