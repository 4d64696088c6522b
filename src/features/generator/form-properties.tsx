import { m } from '#src/i18n/paraglide/messages.js'
import type { ChoiceOption } from '#src/ui/option.ts'
import { type DesignField, hasWords, shownLabel } from './design.ts'
import { useDesigner } from './designer-context.ts'
import type { FieldPart } from './field-part.ts'
import { ChoiceProperty, ChoicesProperty, FlagProperty, LabelProperty, PropertyGroup } from './property-controls.tsx'

const placeholders: readonly string[] = ['text', 'integer', 'number', 'money', 'password', 'select', 'relation']

/** How a field is in the form. */
export function FormProperties({ field, onChange, errorsOf }: FieldPart) {
  const { state } = useDesigner()
  const sections = state.design.description.form?.sections ?? []
  return (
    <PropertyGroup title={m.designer_groupForm()}>
      {sections.length > 0 && (
        <ChoiceProperty
          label={m.designer_section()}
          items={sections.map(({ key, title }) => ({ value: key, label: shownLabel(title, key) }))}
          value={field.section ?? null}
          clearable
          placeholder={m.designer_nothing()}
          onChange={(section) => onChange({ ...field, section: section ?? undefined })}
        />
      )}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <FlagProperty
          label={m.designer_wide()}
          value={field.wide}
          onChange={(on) => onChange({ ...field, wide: on || undefined })}
        />
        <FlagProperty
          label={m.designer_readOnly()}
          value={field.readOnly}
          onChange={(on) =>
            onChange({ ...field, readOnly: on || undefined, ...(on ? { required: undefined, bulk: undefined } : {}) })
          }
        />
        <FlagProperty
          label={m.designer_addOnly()}
          value={field.addOnly}
          onChange={(on) => onChange({ ...field, addOnly: on ? true : undefined, bulk: undefined })}
        />
        <FlagProperty
          label={m.designer_bulk()}
          value={field.bulk}
          disabled={field.readOnly || field.addOnly}
          onChange={(on) => onChange({ ...field, bulk: on ? true : undefined })}
        />
      </div>
      {placeholders.includes(field.type) && (
        <LabelProperty
          label={m.designer_placeholder()}
          value={field.placeholder}
          errors={errorsOf('placeholder')}
          onChange={(text) => onChange({ ...field, placeholder: hasWords(text) ? text : undefined }, 'placeholder')}
        />
      )}
      <ShowWhen field={field} onChange={onChange} />
    </PropertyGroup>
  )
}

/** Depending on which other field a field is shown. */
function ShowWhen({ field, onChange }: Pick<FieldPart, 'field' | 'onChange'>) {
  const { state } = useDesigner()
  const others = state.design.description.fields.filter(({ name, type }) => name !== field.name && type !== 'password')
  const when = field.showWhen
  const other = others.find(({ name }) => name === when?.field)
  const values = other ? valuesOf(other) : []
  const how = when && ('filled' in when ? (when.filled ? 'filled' : 'empty') : 'in' in when ? 'in' : 'notIn')
  const hows: ChoiceOption[] = [
    { value: 'filled', label: m.designer_whenFilled() },
    { value: 'empty', label: m.designer_whenEmpty() },
    ...(values.length > 0
      ? [
          { value: 'in', label: m.designer_whenIn() },
          { value: 'notIn', label: m.designer_whenNotIn() },
        ]
      : []),
  ]
  const put = (showWhen: DesignField['showWhen']) => onChange({ ...field, showWhen })
  const chosen = when && !('filled' in when) ? ('in' in when ? when.in : when.notIn) : []
  return (
    <>
      <ChoiceProperty
        label={m.designer_showWhen()}
        items={others.map(({ name, label }) => ({ value: name, label: shownLabel(label, name), hint: name }))}
        value={when?.field ?? null}
        clearable
        placeholder={m.designer_always()}
        onChange={(name) => put(name === null ? undefined : { field: name, filled: true })}
      />
      {when && (
        <ChoiceProperty
          label={m.designer_whenHow()}
          items={hows}
          value={how ?? null}
          onChange={(value) => {
            if (value === 'in') put({ field: when.field, in: [...chosen] })
            else if (value === 'notIn') put({ field: when.field, notIn: [...chosen] })
            else put({ field: when.field, filled: value !== 'empty' })
          }}
        />
      )}
      {when && !('filled' in when) && (
        <ChoicesProperty
          label={m.designer_whenValues()}
          items={values.map(({ value, label }) => ({ value: String(value), label }))}
          value={chosen.map(String)}
          onChange={(texts) => {
            const next = values.filter(({ value }) => texts.includes(String(value))).map(({ value }) => value)
            put('in' in when ? { field: when.field, in: next } : { field: when.field, notIn: next })
          }}
        />
      )}
    </>
  )
}

/** The values of a field that has only a few. */
function valuesOf(field: DesignField): { value: string | number; label: string }[] {
  if (field.type === 'switch') {
    return [
      { value: 1, label: m.designer_on() },
      { value: 0, label: m.designer_off() },
    ]
  }
  if (field.type !== 'select') return []
  return field.options.map(({ value, label }) => ({ value, label: shownLabel(label, String(value)) }))
}
