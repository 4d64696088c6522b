import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { optionsOf, relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { FilterValue } from '#src/resource/filter-tree.ts'
import { labelText } from '#src/resource/label.ts'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { AreaSelect } from '../fields/area-select.tsx'
import { dynamicsOf, dynamicText } from './dynamic-text.ts'
import type { DraftCondition } from './filter-draft.ts'
import { FilterRelation } from './filter-relation.tsx'
import { isPlaceOperator, isUnary, takesList, takesRange } from './operator-text.ts'
import { TypedValue } from './typed-value.tsx'

type FilterValueProps = {
  field: Field
  condition: DraftCondition
  /** The source of a relation's choices. Undefined if the choices cannot be loaded. */
  source?: ChoiceSource
  onChange(patch: Partial<DraftCondition>): void
}

/** Edits the value of a condition: a fixed value, or a dynamic one that is computed when the list is requested. */
export function FilterValueEditor({ field, condition, source, onChange }: FilterValueProps) {
  if (isUnary(condition.operator)) return null
  const label = labelText(field.label)
  const dynamics = dynamicsOf(field, condition.operator)
  const onlyDynamic = relationTarget(field) !== undefined && !source
  return (
    <span className="flex min-w-0 flex-wrap items-start gap-2 max-sm:flex-1 max-sm:basis-[calc(100%-3.25rem)] sm:max-w-80 sm:min-w-40">
      {dynamics.length > 0 && (
        <NativeSelect
          aria-label={m.filter_kindOf({ field: label })}
          value={condition.dynamic ?? ''}
          {...(onlyDynamic ? { placeholder: m.ui_choose() } : {})}
          items={[
            ...(onlyDynamic ? [] : [{ value: '', label: m.filter_fixed() }]),
            ...dynamics.map((one) => ({ value: one, label: dynamicText(one) })),
          ]}
          onChange={(next) => onChange({ dynamic: dynamics.find((one) => one === next) })}
        />
      )}
      {!condition.dynamic && !onlyDynamic && (
        <FixedValue
          field={field}
          label={label}
          operator={condition.operator}
          value={condition.val}
          source={source}
          onChange={(val) => onChange({ val })}
        />
      )}
    </span>
  )
}

type FixedValueProps = {
  field: Field
  label: string
  operator: DraftCondition['operator']
  value: FilterValue
  source?: ChoiceSource
  onChange(value: FilterValue): void
}

function FixedValue({ field, label, operator, value, source, onChange }: FixedValueProps) {
  const many = takesList(operator)
  const list = Array.isArray(value) ? value : value === '' ? [] : [value]
  const single = Array.isArray(value) ? (value[0] ?? '') : value
  const levels = typeOf(field).divisions?.(field)
  if (levels && isPlaceOperator(operator)) {
    return (
      <AreaSelect
        label={label}
        levels={levels}
        value={String(single)}
        onChange={(next) => onChange(next ?? '')}
        className="min-w-48 flex-1"
      />
    )
  }
  if (source) {
    return (
      <FilterRelation
        label={label}
        source={source}
        many={many}
        value={list}
        onChange={(next) => onChange(many ? next : (next[0] ?? ''))}
      />
    )
  }
  const options = optionsOf(field)?.map((option) => ({ value: String(option.value), label: labelText(option.label) }))
  if (options && many) {
    return (
      <FormField label={label} hideLabel className="min-w-40 flex-1">
        <MultiSelect items={options} value={list.map(String)} onChange={onChange} />
      </FormField>
    )
  }
  if (options) {
    return (
      <NativeSelect
        aria-label={label}
        placeholder={m.ui_choose()}
        items={options}
        value={String(single)}
        onChange={onChange}
      />
    )
  }
  if (takesRange(operator)) {
    const [from = '', to = ''] = list
    return (
      <span className="flex min-w-0 flex-1 flex-wrap items-start gap-1.5 max-sm:basis-full">
        <TypedValue
          field={field}
          label={m.filter_from({ field: label })}
          value={from}
          onChange={(next) => onChange([next, to])}
        />
        <span aria-hidden className="leading-8 text-subtle">
          –
        </span>
        <TypedValue
          field={field}
          label={m.filter_to({ field: label })}
          value={to}
          onChange={(next) => onChange([from, next])}
        />
      </span>
    )
  }
  if (many) return <Several label={label} value={list} onChange={onChange} />
  return <TypedValue field={field} label={label} value={single} onChange={onChange} />
}

/** A text field for several values, separated by commas. */
function Several({
  label,
  value,
  onChange,
}: {
  label: string
  value: (string | number)[]
  onChange(value: string[]): void
}) {
  const id = useId()
  return (
    <span className="min-w-40 flex-1">
      <Input
        aria-label={label}
        aria-describedby={id}
        autoComplete="off"
        placeholder={m.filter_several()}
        defaultValue={value.join(', ')}
        onChange={(event) => {
          const parts = event.target.value.split(/[,，、\n]/).map((part) => part.trim())
          onChange(parts.filter((part) => part !== ''))
        }}
      />
      <span id={id} className="sr-only">
        {m.filter_several()}
      </span>
    </span>
  )
}
