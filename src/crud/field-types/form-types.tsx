import type { ReactNode } from 'react'
import type { Field, FieldOf, FieldType } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { lazyControl } from '#src/ui/lazy.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { NumberField } from '../fields/number-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { SwitchField } from '../fields/switch-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { TextareaField } from '../fields/textarea-field.tsx'
import type { FieldProps } from '../fields/use-bound-field.ts'

/** What a control gets besides its field. */
type ControlOptions = {
  props: FieldProps
  /** An empty control keeps the stored secret. */
  keeps: boolean
  /** The source of a relation's choices, for a field or for a cell of it (`field.cell`). */
  choicesOf(path: string): ChoiceSource
}

/** A field type in a form. */
export type FormFieldType<TField extends Field> = {
  /** Renders the control. */
  control(field: TField, options: ControlOptions): ReactNode
  /** Whether the field takes a whole line of the form, unless it says otherwise. */
  wide(field: TField): boolean
  /** Of a range: each end needs half a line. */
  readonly longRange?: true
}

// Few forms need these controls, so each one loads when it is rendered.
const AreaField = lazyControl(async () => (await import('../fields/area-field.tsx')).AreaField, { warm: 'first' })
const CheckTreeField = lazyControl(async () => (await import('../fields/check-tree-field.tsx')).CheckTreeField)
const ColorField = lazyControl(async () => (await import('../fields/color-field.tsx')).ColorField)
const DateField = lazyControl(async () => (await import('../fields/date-field.tsx')).DateField)
const DatetimeField = lazyControl(async () => (await import('../fields/datetime-field.tsx')).DatetimeField)
const EditorField = lazyControl(async () => (await import('../fields/editor-field.tsx')).EditorField)
const IconField = lazyControl(async () => (await import('../fields/icon-field.tsx')).IconField)
const JsonField = lazyControl(async () => (await import('../fields/json-field.tsx')).JsonField)
const MultiSelectField = lazyControl(async () => (await import('../fields/multi-select-field.tsx')).MultiSelectField, {
  warm: 'first',
})
const PairsField = lazyControl(async () => (await import('../fields/pairs-field.tsx')).PairsField)
const PasswordField = lazyControl(async () => (await import('../fields/password-field.tsx')).PasswordField)
const RelationField = lazyControl(async () => (await import('../fields/relation-field.tsx')).RelationField, {
  warm: 'first',
})
const RowsField = lazyControl(async () => (await import('../fields/rows-field.tsx')).RowsField, { warm: 'first' })
const TextsField = lazyControl(async () => (await import('../fields/texts-field.tsx')).TextsField)
const TimeField = lazyControl(async () => (await import('../fields/time-field.tsx')).TimeField)
const TreeField = lazyControl(async () => (await import('../fields/tree-field.tsx')).TreeField)
const UploadField = lazyControl(async () => (await import('../fields/upload-field.tsx')).UploadField)

const number = {
  control: (field: FieldOf<'integer' | 'number' | 'money' | 'year'>, { props }: ControlOptions) => (
    <NumberField {...props} field={field} />
  ),
  wide: () => false,
} as const

/** Each field type in a form. The compiler asks for an entry of each new type. */
const formTypes: { readonly [TType in FieldType]: FormFieldType<FieldOf<TType>> } = {
  text: {
    control: (field, { props }) => {
      if (field.multiline) return <TextareaField {...props} max={field.max} />
      return <TextField {...props} inputMode={isRank(field) ? undefined : inputModes[field.rule ?? '']} />
    },
    wide: ({ multiline }) => multiline === true,
  },
  password: {
    control: (field, { props, keeps }) => <PasswordField {...props} keeps={keeps} foreign={field.any} />,
    wide: () => false,
  },
  integer: number,
  number,
  money: number,
  year: number,
  switch: { control: (_field, { props }) => <SwitchField {...props} />, wide: () => false },
  select: { control: (field, { props }) => <SelectField {...props} field={field} />, wide: () => false },
  texts: { control: ({ maxItems }, { props }) => <TextsField {...props} maxItems={maxItems} />, wide: () => true },
  pairs: { control: (field, { props }) => <PairsField {...props} field={field} />, wide: () => true },
  date: { control: (field, { props }) => <DateField {...props} field={field} />, wide: () => false },
  datetime: {
    control: (field, { props }) => <DatetimeField {...props} field={field} />,
    wide: ({ rangeTo }) => rangeTo !== undefined,
    longRange: true,
  },
  time: { control: ({ seconds }, { props }) => <TimeField {...props} seconds={seconds} />, wide: () => false },
  icon: { control: (_field, { props }) => <IconField {...props} />, wide: () => false },
  color: { control: (field, { props }) => <ColorField {...props} field={field} />, wide: () => false },
  json: { control: (_field, { props }) => <JsonField {...props} />, wide: () => true },
  image: { control: (field, { props }) => <UploadField {...props} field={field} pictures />, wide: () => true },
  file: { control: (field, { props }) => <UploadField {...props} field={field} />, wide: () => true },
  editor: { control: (field, { props }) => <EditorField {...props} field={field} />, wide: () => true },
  relation: {
    control: ({ name, tree, multiple, look, checked }, { props, choicesOf }) => {
      if (look === 'checkboxes') return <CheckTreeField {...props} choices={choicesOf(name)} stored={checked} />
      if (tree) return <TreeField {...props} choices={choicesOf(name)} multiple={multiple} />
      if (multiple) return <MultiSelectField {...props} choices={choicesOf(name)} />
      return <RelationField {...props} choices={choicesOf(name)} />
    },
    wide: ({ look }) => look === 'checkboxes',
  },
  area: { control: ({ levels }, { props }) => <AreaField {...props} levels={levels} />, wide: () => true },
  rows: {
    control: (field, { props, choicesOf }) => (
      <RowsField {...props} field={field} choicesOf={(cell) => choicesOf(`${field.name}.${cell}`)} />
    ),
    wide: () => true,
  },
}

const inputModes: Record<string, 'tel' | 'email' | 'url' | undefined> = {
  phone: 'tel',
  mobile: 'tel',
  email: 'email',
  url: 'url',
}

/** The entry of a field's type in forms. */
export function formTypeOf({ type }: Pick<Field, 'type'>): FormFieldType<Field> {
  return formTypes[type]
}
