import type { ReactNode } from 'react'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { lazyControl } from '#src/ui/lazy.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { NumberField } from './number-field.tsx'
import { SelectField } from './select-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { TextField } from './text-field.tsx'
import { TextareaField } from './textarea-field.tsx'
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

// Few forms need these controls, so each one loads when it is rendered.
const AreaField = lazyControl(async () => (await import('./area-field.tsx')).AreaField)
const ColorField = lazyControl(async () => (await import('./color-field.tsx')).ColorField)
const DateField = lazyControl(async () => (await import('./date-field.tsx')).DateField)
const DatetimeField = lazyControl(async () => (await import('./datetime-field.tsx')).DatetimeField)
const EditorField = lazyControl(async () => (await import('./editor-field.tsx')).EditorField)
const IconField = lazyControl(async () => (await import('./icon-field.tsx')).IconField)
const MultiSelectField = lazyControl(async () => (await import('./multi-select-field.tsx')).MultiSelectField)
const PairsField = lazyControl(async () => (await import('./pairs-field.tsx')).PairsField)
const PasswordField = lazyControl(async () => (await import('./password-field.tsx')).PasswordField)
const RelationField = lazyControl(async () => (await import('./relation-field.tsx')).RelationField)
const RowsField = lazyControl(async () => (await import('./rows-field.tsx')).RowsField)
const TextsField = lazyControl(async () => (await import('./texts-field.tsx')).TextsField)
const TimeField = lazyControl(async () => (await import('./time-field.tsx')).TimeField)
const TreeField = lazyControl(async () => (await import('./tree-field.tsx')).TreeField)
const UploadField = lazyControl(async () => (await import('./upload-field.tsx')).UploadField)

/** Renders the control that matches a field's description. */
export function DescribedField({ field, control, choicesOf, editing, endLabel }: DescribedFieldProps) {
  const keeps = editing && field.type === 'password'
  const props: FieldProps = {
    label: endLabel ?? labelText(field.label),
    required: field.required && !keeps,
    ...(endLabel === undefined ? {} : { hideLabel: true }),
    ...(field.help ? { hint: labelText(field.help) } : {}),
    ...(field.placeholder ? { placeholder: labelText(field.placeholder) } : {}),
    ...(editing && field.addOnly ? { disabled: true } : {}),
  }
  if (control) return control(props)
  switch (field.type) {
    case 'text':
      if (field.multiline) return <TextareaField {...props} max={field.max} />
      return <TextField {...props} inputMode={isRank(field) ? undefined : inputModes[field.rule ?? '']} />
    case 'password':
      return <PasswordField {...props} keeps={keeps} />
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
      return <NumberField {...props} field={field} />
    case 'select':
      return <SelectField {...props} field={field} />
    case 'switch':
      return <SwitchField {...props} />
    case 'texts':
      return <TextsField {...props} maxItems={field.maxItems} />
    case 'pairs':
      return <PairsField {...props} field={field} />
    case 'date':
      return <DateField {...props} field={field} />
    case 'datetime':
      return <DatetimeField {...props} />
    case 'time':
      return <TimeField {...props} seconds={field.seconds} />
    case 'icon':
      return <IconField {...props} />
    case 'color':
      return <ColorField {...props} field={field} />
    case 'image':
    case 'file':
      return <UploadField {...props} field={field} />
    case 'editor':
      return <EditorField {...props} />
    case 'relation':
      if (field.tree) return <TreeField {...props} choices={choicesOf(field.name)} multiple={field.multiple} />
      if (field.multiple) return <MultiSelectField {...props} choices={choicesOf(field.name)} />
      return <RelationField {...props} choices={choicesOf(field.name)} />
    case 'area':
      return <AreaField {...props} levels={field.levels} />
    case 'rows':
      return <RowsField {...props} field={field} choicesOf={(cell) => choicesOf(`${field.name}.${cell}`)} />
  }
}

const inputModes: Record<string, 'tel' | 'email' | 'url' | undefined> = {
  phone: 'tel',
  mobile: 'tel',
  email: 'email',
  url: 'url',
}

/** Whether a field takes a whole line of the form. */
export function isWide(field: Field): boolean {
  if (field.wide !== undefined) return field.wide
  const wide = ['area', 'pairs', 'rows', 'texts', 'editor', 'image', 'file']
  if (field.type === 'datetime') return field.rangeTo !== undefined
  return wide.includes(field.type) || (field.type === 'text' && field.multiline === true)
}
