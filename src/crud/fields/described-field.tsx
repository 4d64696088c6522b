import type { ReactNode } from 'react'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-schema.ts'
import { labelText } from '#src/resource/label.ts'
import { lazyControl } from '#src/ui/lazy.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { NumberField } from './number-field.tsx'
import { SelectField } from './select-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { TextField } from './text-field.tsx'
import { TextareaField } from './textarea-field.tsx'
import type { FieldProps } from './use-bound-field.ts'

/** A control of a resource's own, in place of the usual one. */
export type Control = (props: FieldProps) => ReactNode

type DescribedFieldProps = {
  field: Field
  control?: Control
  /** Where the choices of a relation come from: of the field, or of a cell of it (`field.cell`). */
  choicesOf(path: string): ChoiceSource
  /** A stored row is edited. */
  editing: boolean
  /** What it is called as one end of a range, whose own label stands above both. */
  endLabel?: string
}

// What few forms need comes when one of them is shown.
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

/** The control that fits a field's description. */
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

/** Fields that want a line for themselves. */
export function isWide(field: Field): boolean {
  if (field.wide !== undefined) return field.wide
  const wide = ['area', 'pairs', 'rows', 'texts', 'editor', 'image', 'file']
  if (field.type === 'datetime') return field.rangeTo !== undefined
  return wide.includes(field.type) || (field.type === 'text' && field.multiline === true)
}
