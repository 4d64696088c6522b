import type { ReactNode } from 'react'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { formTypeOf } from '../field-types/form-types.tsx'
import type { FieldProps } from './use-bound-field.ts'

/** A custom control of a resource that replaces the default one. */
export type Control = (props: FieldProps) => ReactNode

type DescribedFieldProps = {
  field: Field
  control?: Control
  /** The source of a relation's choices, for a field or for a cell of it (`field.cell`). */
  choicesOf(path: string): ChoiceSource
  /** True when the form edits a stored row. */
  editing: boolean
  /** The label of the field as one end of a range. The range's own label is above both ends. */
  endLabel?: string
}

/** Renders the control that matches a field's description. */
export function DescribedField({ field, control, choicesOf, editing, endLabel }: DescribedFieldProps) {
  const keeps = editing && isSecret(field)
  const props: FieldProps = {
    label: endLabel ?? labelText(field.label),
    required: field.required && !keeps,
    ...(endLabel === undefined ? {} : { hideLabel: true }),
    ...(field.help ? { hint: labelText(field.help) } : {}),
    ...(field.placeholder ? { placeholder: labelText(field.placeholder) } : {}),
    ...(editing && field.addOnly ? { disabled: true } : {}),
  }
  if (control) return control(props)
  return formTypeOf(field).control(field, { props, keeps, choicesOf })
}
