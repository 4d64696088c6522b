import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { DefaultProperty } from './default-property.tsx'
import type { DesignColumn } from './design.schema.ts'
import { type DesignField, type DesignLabel, freeName, hasWords } from './design.ts'
import { canRename } from './design-edit.ts'
import { errorsAt, errorsElsewhere } from './design-errors.ts'
import { useDesigner } from './designer-context.ts'
import { readDictionary } from './dictionary.ts'
import type { FieldPart } from './field-part.ts'
import { FormProperties } from './form-properties.tsx'
import { ListProperties } from './list-properties.tsx'
import { fieldPresets, isPresetLabel } from './presets.ts'
import { ChoiceProperty, FlagProperty, LabelProperty, PropertyGroup } from './property-controls.tsx'
import { designTypes } from './retype.ts'
import { typeNames } from './type-names.ts'
import { TypeProperties } from './type-properties.tsx'

/** Where messages have a control. All others are above the properties. */
const shown = ['name', 'label', 'type', 'unique', 'default', 'help', 'placeholder', 'options', 'resource', 'template']

/** The properties of one field. */
export function FieldProperties({ field }: { field: DesignField }) {
  const { state, dispatch, errors } = useDesigner()
  const { design } = state
  const own = errors[field.name]
  const onChange = (next: DesignField, step?: string) =>
    dispatch({ kind: 'field', field: next, step: step && `${field.name} ${step}` })
  const part: FieldPart = { field, onChange, errorsOf: (path) => errorsAt(own, path) }
  const column = design.columns[field.name] ?? {}
  const putColumn = (next: DesignColumn) =>
    dispatch({ kind: 'design', change: (old) => ({ ...old, columns: { ...old.columns, [field.name]: next } }) })
  const elsewhere = errorsElsewhere(own, shown)

  /** A comment with a dictionary fills the options. A new field is named by its title. */
  const settle = () => {
    const found = readDictionary(field.label.en) ?? readDictionary(field.label['zh-cn'])
    const title = found?.title ?? (field.label.en || field.label['zh-cn'])
    if (found) {
      const label = settledLabel(field.label)
      if (field.type === 'select') onChange({ ...field, label, options: found.options })
      else if (field.type === 'text' || field.type === 'integer') {
        dispatch({
          kind: 'field',
          field: { ...selectOf(field), label, options: found.options },
        })
      } else onChange({ ...field, label })
    }
    if (column.from !== null || !isMadeUp(field.name)) return
    const others = design.description.fields.map(({ name }) => name).filter((name) => name !== field.name)
    const to = freeName(others, /[A-Za-z]/.test(title) ? title : 'field')
    if (/[A-Za-z]/.test(title)) dispatch({ kind: 'rename', name: field.name, to })
  }

  return (
    <div className="flex flex-col gap-5">
      {elsewhere.length > 0 && <Banner tone="danger">{elsewhere.join('\n')}</Banner>}
      <PropertyGroup title={m.designer_groupField()}>
        <LabelProperty
          label={m.designer_label()}
          value={field.label}
          onChange={(label) =>
            onChange({ ...field, label: column.from === null ? ownLabel(field.label, label) : label }, 'label')
          }
          onBlur={settle}
          errors={part.errorsOf('label')}
          required
        />
        <NameProperty key={field.name} field={field} errors={part.errorsOf('name')} />
        <ChoiceProperty
          label={m.designer_type()}
          items={designTypes.map((value) => ({ value, label: typeNames[value]() }))}
          value={field.type}
          errors={part.errorsOf('type')}
          onChange={(value) => {
            const type = designTypes.find((one) => one === value)
            if (type) dispatch({ kind: 'type', name: field.name, type })
          }}
        />
        <TypeProperties {...part} />
      </PropertyGroup>
      <PropertyGroup title={m.designer_groupRules()}>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <FlagProperty
            label={m.designer_required()}
            value={field.required}
            disabled={field.readOnly || field.type === 'switch'}
            onChange={(required) => onChange({ ...field, required: required || undefined })}
          />
          {takesUnique(field) && (
            <FlagProperty
              label={m.designer_unique()}
              value={column.unique}
              onChange={(on) => putColumn({ ...column, unique: on ? true : undefined })}
            />
          )}
        </div>
        {part.errorsOf('unique').map((text) => (
          <Banner key={text} tone="danger">
            {text}
          </Banner>
        ))}
        <DefaultProperty {...part} />
        <LabelProperty
          label={m.designer_help()}
          value={field.help}
          errors={part.errorsOf('help')}
          onChange={(help) => onChange({ ...field, help: hasWords(help) ? help : undefined }, 'help')}
        />
      </PropertyGroup>
      <FormProperties {...part} />
      <ListProperties {...part} />
    </div>
  )
}

function NameProperty({ field, errors }: { field: DesignField; errors: string[] }) {
  const { state, dispatch } = useDesigner()
  const [text, setText] = useState(field.name)
  useEffect(() => setText(field.name), [field.name])
  const wrong = text !== field.name && !canRename(state.design, field.name, text)
  const commit = () => {
    if (!wrong && text !== field.name) dispatch({ kind: 'rename', name: field.name, to: text })
  }
  return (
    <FormField
      label={m.designer_name()}
      hint={m.designer_nameHint()}
      errors={wrong ? [m.designer_nameWrong()] : errors}
      required
    >
      <Input
        data-own-undo
        value={text}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setText(field.name)
        }}
      />
    </FormField>
  )
}

/** Whether a name was made up for a new field. */
function isMadeUp(name: string): boolean {
  const base = name.replace(/\d+$/, '')
  return base === 'field' || (fieldPresets.has(base) && base !== 'status' && base !== 'remark')
}

/** A label in place of that of a preset. What the preset said in the other language no longer fits. */
function ownLabel(before: DesignLabel, after: DesignLabel): DesignLabel {
  if (!isPresetLabel(before)) return after
  if (after.en === before.en) return { ...after, en: '' }
  return after['zh-cn'] === before['zh-cn'] ? { ...after, 'zh-cn': '' } : after
}

function settledLabel(label: DesignLabel): DesignLabel {
  return {
    'zh-cn': readDictionary(label['zh-cn'])?.title ?? label['zh-cn'],
    en: readDictionary(label.en)?.title ?? label.en,
  }
}

function selectOf({ name, required, help, section, wide, showWhen }: DesignField) {
  return { name, required, help, section, wide, showWhen, type: 'select' } as const
}

function takesUnique(field: DesignField): boolean {
  return ['text', 'integer', 'number', 'date', 'year', 'time', 'datetime'].includes(field.type) && !field.readOnly
}
