import { type ReactNode, useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Input } from '#src/ui/input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import type { ChoiceOption } from '#src/ui/option.ts'
import { Select } from '#src/ui/select.tsx'
import type { DesignLabel } from './design.ts'

// The controls of properties. Each shows a value of the design, and tells at once what is typed.

type Common = { label: string; hint?: ReactNode; errors?: readonly string[]; disabled?: boolean; required?: boolean }

/** A part of the properties, with a heading. */
export function PropertyGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

type TextProps = Common & { value: string; onChange(value: string): void; onBlur?(): void; maxLength?: number }

/** A text without a language. */
export function TextProperty({ label, hint, errors, disabled, required, value, onChange, ...rest }: TextProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} disabled={disabled} required={required}>
      <Input {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
    </FormField>
  )
}

type LabelProps = Common & {
  value: DesignLabel | undefined
  onChange(value: DesignLabel): void
  onBlur?(): void
}

const nothing: DesignLabel = { 'zh-cn': '', en: '' }

/** A text in both languages. An empty one takes the other when the design is generated. */
export function LabelProperty({ value = nothing, onChange, onBlur, ...group }: LabelProps) {
  const { label, hint, errors, required, disabled } = group
  return (
    <FieldGroup label={label} hint={hint} errors={errors} required={required}>
      <div className="grid grid-cols-2 gap-2">
        <Input
          lang="zh-cn"
          aria-label={`${label} (${m.designer_chinese()})`}
          placeholder={m.designer_chinese()}
          value={value['zh-cn']}
          disabled={disabled}
          maxLength={200}
          onChange={(event) => onChange({ ...value, 'zh-cn': event.target.value })}
          onBlur={onBlur}
        />
        <Input
          lang="en"
          aria-label={`${label} (${m.designer_english()})`}
          placeholder={m.designer_english()}
          value={value.en}
          disabled={disabled}
          maxLength={200}
          onChange={(event) => onChange({ ...value, en: event.target.value })}
          onBlur={onBlur}
        />
      </div>
    </FieldGroup>
  )
}

type NumberProps = Common & {
  value: number | undefined
  onChange(value: number | undefined): void
  min?: number
  max?: number
  cents?: boolean
}

/** A number, or none. A text that is no number changes nothing. */
export function NumberProperty({ label, hint, errors, disabled, value, onChange, ...rest }: NumberProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} disabled={disabled}>
      <NumberInput
        {...rest}
        value={value ?? null}
        onChange={(next) => {
          if (next === null || next === '') onChange(undefined)
          else if (typeof next === 'number') onChange(next)
        }}
      />
    </FormField>
  )
}

type FlagProps = { label: string; value: boolean | undefined; onChange(value: boolean): void; disabled?: boolean }

/** Yes or no. */
export function FlagProperty({ label, value, onChange, disabled }: FlagProps) {
  return (
    <Checkbox checked={value === true} onChange={onChange} disabled={disabled}>
      {label}
    </Checkbox>
  )
}

type ChoiceProps = Common & {
  items: readonly ChoiceOption[]
  value: string | null
  onChange(value: string | null): void
  clearable?: boolean
  placeholder?: string
}

/** One of a few values. */
export function ChoiceProperty({ label, hint, errors, disabled, required, ...select }: ChoiceProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} disabled={disabled} required={required}>
      <Select {...select} disabled={disabled} />
    </FormField>
  )
}

type ChoicesProps = Common & {
  items: readonly ChoiceOption[]
  value: readonly string[]
  onChange(value: string[]): void
}

/** Several of a few values. */
export function ChoicesProperty({ label, hint, errors, disabled, ...select }: ChoicesProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} disabled={disabled}>
      <MultiSelect {...select} disabled={disabled} />
    </FormField>
  )
}
