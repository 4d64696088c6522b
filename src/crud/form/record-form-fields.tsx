import { useStore } from '@tanstack/react-form'
import { memo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { isShownAmong, rangeEnd } from '#src/resource/cross-checks.ts'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { formTypeOf } from '../field-types/form-types.tsx'
import { type Control, DescribedField } from '../fields/described-field.tsx'
import { RangeField } from '../fields/range-field.tsx'
import type { RecordFormApi } from './use-record-form.ts'

export type RecordFormControls = Record<string, Control>

export type RecordFormFieldsProps = {
  form: RecordFormApi
  /** All fields of the form. Some may be the other ends of ranges. */
  all: readonly Field[]
  fields: readonly Field[]
  controls: RecordFormControls | undefined
  choicesOf(path: string): ChoiceSource
  editing: boolean
}

/** The fields of a form in two columns. Each one renders only while its condition holds. */
export function RecordFormFields({ fields, ...rest }: RecordFormFieldsProps) {
  const ends = new Set(rest.all.map(rangeEnd))
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {fields
        .filter((field) => !ends.has(field.name))
        .map((field) => (
          <ShownField key={field.name} field={field} {...rest} />
        ))}
    </div>
  )
}

type ShownFieldProps = Omit<RecordFormFieldsProps, 'fields'> & { field: Field }

/** Kept while the form around it renders: a field follows the store of its form. */
const ShownField = memo(function ShownField({ field, form, ...rest }: ShownFieldProps) {
  const shown = useStore(form.store, (state) => isShownAmong(rest.all, field, state.values))
  const end = rest.all.find((one) => one.name === rangeEnd(field))
  if (!shown) return null
  return (
    <div data-field={field.name} className={cx((field.wide ?? formTypeOf(field).wide(field)) && 'sm:col-span-2')}>
      {end ? (
        <RangeField
          label={labelText(field.label)}
          required={field.required}
          {...(field.help ? { hint: labelText(field.help) } : {})}
          long={formTypeOf(field).longRange === true}
          from={<OneField {...rest} form={form} field={withoutHelp(field)} endLabel={m.field_rangeFrom()} />}
          to={
            <div data-field={end.name} className="min-w-0">
              <OneField {...rest} form={form} field={end} endLabel={labelText(end.label)} />
            </div>
          }
        />
      ) : (
        <OneField {...rest} form={form} field={field} />
      )}
    </div>
  )
})

function OneField({
  field,
  form,
  controls,
  choicesOf,
  editing,
  endLabel,
}: Omit<ShownFieldProps, 'all'> & { endLabel?: string }) {
  return (
    <form.AppField name={field.name}>
      {() => (
        <DescribedField
          field={field}
          control={controls?.[field.name]}
          choicesOf={choicesOf}
          editing={editing}
          endLabel={endLabel}
        />
      )}
    </form.AppField>
  )
}

/** A range shows its help text only once, below both ends. */
function withoutHelp({ help: _help, ...field }: Field): Field {
  return field
}
