import type { ReactNode } from 'react'
import type { Field } from './description.ts'
import { IconField } from './fields/icon-field.tsx'
import { MultiSelectField } from './fields/multi-select-field.tsx'
import type { OptionsQuery } from './fields/options-query.ts'
import { RelationField } from './fields/relation-field.tsx'
import { SelectField } from './fields/select-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { TextareaField } from './fields/textarea-field.tsx'
import type { FieldProps } from './fields/use-bound-field.ts'
import { labelText } from './label.ts'

/** A control of a resource's own, in place of the usual one. */
export type Control = (props: FieldProps) => ReactNode

type DescribedFieldProps = { field: Field; control?: Control; options: OptionsQuery }

/** The control that fits a field's description. */
export function DescribedField({ field, control, options }: DescribedFieldProps) {
  const props: FieldProps = { label: labelText(field.label), required: field.required }
  if (control) return control(props)
  switch (field.type) {
    case 'text':
      if (field.multiline) return <TextareaField {...props} />
      return <TextField {...props} inputMode={field.rule === 'phone' || field.rule === 'mobile' ? 'tel' : undefined} />
    case 'integer':
      return <TextField {...props} inputMode="numeric" />
    case 'switch':
      return <SwitchField {...props} />
    case 'icon':
      return <IconField {...props} />
    case 'select':
      return <SelectField {...props} options={field.options} />
    case 'relation':
      return field.multiple ? (
        <MultiSelectField {...props} options={options} />
      ) : (
        <RelationField {...props} options={options} />
      )
    default:
      throw new Error(`${field.name}: a field of type ${field.type} needs a control of its own`)
  }
}

/** Fields that want a line for themselves. */
export function isWide(field: Field): boolean {
  return field.type === 'area' || (field.type === 'text' && field.multiline === true)
}
