import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { CombinationsField } from './combinations-field.tsx'
import { SubjectsField } from './subjects-field.tsx'

/** A field of a scheme that is more than a table. The form loads both in one file. */
export function SchemeField({ name, ...props }: FieldProps & { name: 'subjects' | 'combinations' }) {
  return name === 'subjects' ? <SubjectsField {...props} /> : <CombinationsField {...props} />
}
