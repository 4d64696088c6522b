import { m } from '#src/i18n/paraglide/messages.js'
import type { ChoiceOption } from '#src/ui/option.ts'
import { type DesignField, type DesignFieldOf, shownLabel } from './design.ts'
import type { FieldPart } from './field-part.ts'
import { ChoiceProperty, ChoicesProperty, NumberProperty, TextProperty } from './property-controls.tsx'

const none = '-'

/** The value with which a new row begins. */
export function DefaultProperty({ field, onChange, errorsOf }: FieldPart) {
  const label = m.designer_default()
  const errors = errorsOf('default')
  const put = (value: DesignField['default'], step?: string) => onChange({ ...field, default: value }, step)
  switch (field.type) {
    case 'text':
    case 'color':
    case 'json':
      return (
        <TextProperty
          label={label}
          errors={errors}
          value={typeof field.default === 'string' ? field.default : ''}
          onChange={(value) => put(value || undefined, 'default')}
        />
      )
    case 'integer':
    case 'number':
    case 'money':
      return (
        <NumberProperty
          label={label}
          errors={errors}
          cents={field.type === 'money'}
          value={typeof field.default === 'number' ? field.default : undefined}
          onChange={(value) => put(value, 'default')}
        />
      )
    case 'switch':
      return (
        <ChoiceProperty
          label={label}
          errors={errors}
          items={[
            { value: '1', label: m.designer_on() },
            { value: '0', label: m.designer_off() },
          ]}
          value={field.default === 0 ? '0' : '1'}
          onChange={(value) => put(value === '0' ? 0 : 1)}
        />
      )
    case 'select':
      return <SelectDefault field={field} label={label} errors={errors} onPut={put} />
    case 'date':
    case 'datetime':
    case 'year':
      return <MomentDefault field={field} label={label} errors={errors} onPut={put} />
    default:
      return null
  }
}

type PartProps<TField> = {
  field: TField
  label: string
  errors: string[]
  onPut(value: DesignField['default']): void
}

function SelectDefault({ field, label, errors, onPut }: PartProps<DesignFieldOf<'select'>>) {
  const items = field.options.map((one) => ({
    value: String(one.value),
    label: shownLabel(one.label, String(one.value)),
  }))
  const optionValue = (text: string) => field.options.find((one) => String(one.value) === text)?.value
  if (field.multiple) {
    const chosen = Array.isArray(field.default) ? field.default.map(String) : []
    const put = (values: string[]) =>
      onPut(values.length > 0 ? values.flatMap((text) => optionValue(text) ?? []) : undefined)
    return <ChoicesProperty label={label} errors={errors} items={items} value={chosen} onChange={put} />
  }
  const value = typeof field.default === 'string' || typeof field.default === 'number' ? String(field.default) : none
  return (
    <ChoiceProperty
      label={label}
      errors={errors}
      items={[nothing(), ...items]}
      value={value}
      onChange={(text) => onPut(text === null ? undefined : optionValue(text))}
    />
  )
}

type Moment = 'today' | 'now' | 'thisYear'

function MomentDefault({ field, label, errors, onPut }: PartProps<DesignFieldOf<'date' | 'datetime' | 'year'>>) {
  const moments: Record<typeof field.type, readonly [Moment, string]> = {
    date: ['today', m.designer_today()],
    datetime: ['now', m.designer_now()],
    year: ['thisYear', m.designer_thisYear()],
  }
  const [dynamic, text] = moments[field.type]
  return (
    <ChoiceProperty
      label={label}
      errors={errors}
      items={[nothing(), { value: dynamic, label: text }]}
      value={field.default === undefined ? none : dynamic}
      onChange={(value) => onPut(value === dynamic ? { dynamic } : undefined)}
    />
  )
}

function nothing(): ChoiceOption {
  return { value: none, label: m.designer_nothing() }
}
