import { m } from '#src/i18n/paraglide/messages.js'
import { isZoneless } from '#src/resource/zone-of.ts'
import { CellsEditor } from './cells-editor.tsx'
import { type DesignFieldOf, shownLabel } from './design.ts'
import { useDesigner } from './designer-context.ts'
import type { FieldPart } from './field-part.ts'
import { OptionsEditor } from './options-editor.tsx'
import { ChoiceProperty, FlagProperty, NumberProperty, TextProperty } from './property-controls.tsx'

type PartOf<TField> = Omit<FieldPart, 'field'> & { field: TField }

/** The properties that only a field of this type has. */
export function TypeProperties(part: FieldPart) {
  const { field, onChange } = part
  switch (field.type) {
    case 'text':
      return (
        <>
          <NumberProperty
            label={m.designer_maxLength()}
            min={1}
            value={field.max}
            onChange={(max) => onChange({ ...field, max }, 'max')}
          />
          <FlagProperty
            label={m.designer_multiline()}
            value={field.multiline}
            onChange={(on) => onChange({ ...field, multiline: on || undefined })}
          />
        </>
      )
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
      return <NumberLimits {...part} field={field} />
    case 'select':
      return (
        <>
          <OptionsEditor {...part} field={field} />
          <FlagProperty
            label={m.designer_several()}
            value={field.multiple}
            onChange={(on) => onChange({ ...field, multiple: on || undefined, look: undefined, default: undefined })}
          />
          <FlagProperty
            label={field.multiple ? m.designer_asCheckboxes() : m.designer_asRadios()}
            value={field.look !== undefined}
            onChange={(on) => onChange({ ...field, look: on ? (field.multiple ? 'checkbox' : 'radio') : undefined })}
          />
        </>
      )
    case 'relation':
      return <RelationTarget {...part} field={field} />
    case 'texts':
      return (
        <>
          <ItemLimit {...part} field={field} />
          <NumberProperty
            label={m.designer_maxLength()}
            min={1}
            value={field.max}
            onChange={(max) => onChange({ ...field, max: max ?? 100 }, 'max')}
          />
        </>
      )
    case 'rows':
      return (
        <>
          <ItemLimit {...part} field={field} />
          <CellsEditor {...part} field={field} />
        </>
      )
    case 'image':
    case 'file':
      return <FileLimits {...part} field={field} />
    case 'editor':
      return (
        <FlagProperty
          label={m.designer_public()}
          value={field.public}
          onChange={(on) => onChange({ ...field, public: on ? true : undefined })}
        />
      )
    case 'time':
      return (
        <FlagProperty
          label={m.designer_seconds()}
          value={field.seconds}
          onChange={(on) => onChange({ ...field, seconds: on ? true : undefined })}
        />
      )
    case 'color':
      return (
        <FlagProperty
          label={m.designer_alpha()}
          value={field.alpha}
          onChange={(on) => onChange({ ...field, alpha: on ? true : undefined })}
        />
      )
    case 'area':
      return <AreaLevels {...part} field={field} />
    case 'date':
      return <RangeEnd {...part} field={field} />
    case 'datetime':
      return (
        <>
          <RangeEnd {...part} field={field} />
          <div>
            <FlagProperty
              label={m.crud_zoneless()}
              value={field.zoneless}
              onChange={(on) => onChange({ ...field, zoneless: on ? true : undefined })}
            />
            <p className="text-sm text-muted">{m.crud_zonelessHint()}</p>
          </div>
        </>
      )
    default:
      return null
  }
}

function NumberLimits({ field, onChange }: PartOf<DesignFieldOf<'integer' | 'number' | 'money' | 'year'>>) {
  const cents = field.type === 'money'
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <NumberProperty
          label={m.designer_min()}
          cents={cents}
          value={field.min}
          onChange={(min) => onChange({ ...field, min }, 'min')}
        />
        <NumberProperty
          label={m.designer_max()}
          cents={cents}
          value={field.max}
          onChange={(max) => onChange({ ...field, max }, 'max')}
        />
      </div>
      {field.type === 'number' && (
        <NumberProperty
          label={m.designer_decimals()}
          min={0}
          max={10}
          value={field.decimals ?? 2}
          onChange={(decimals) => onChange({ ...field, decimals }, 'decimals')}
        />
      )}
    </>
  )
}

/** The most items of a list. */
function ItemLimit({ field, onChange }: PartOf<DesignFieldOf<'texts' | 'rows'>>) {
  return (
    <NumberProperty
      label={m.designer_maxItems()}
      min={1}
      value={field.maxItems}
      onChange={(maxItems) => onChange({ ...field, maxItems: maxItems ?? 20 }, 'maxItems')}
    />
  )
}

/** A megabyte. */
const MB = 1024 * 1024

function FileLimits({ field, onChange }: PartOf<DesignFieldOf<'image' | 'file'>>) {
  return (
    <>
      <FlagProperty
        label={m.designer_several()}
        value={field.multiple}
        onChange={(on) => onChange({ ...field, multiple: on || undefined, maxItems: on ? 9 : undefined })}
      />
      {field.multiple && (
        <NumberProperty
          label={m.designer_maxItems()}
          min={1}
          value={field.maxItems}
          onChange={(maxItems) => onChange({ ...field, maxItems }, 'maxItems')}
        />
      )}
      <NumberProperty
        label={m.designer_maxSize()}
        min={0}
        value={field.maxSize === undefined ? undefined : field.maxSize / MB}
        onChange={(size) =>
          onChange({ ...field, maxSize: size === undefined ? undefined : Math.round(size * MB) }, 'maxSize')
        }
      />
      <TextProperty
        label={m.designer_accept()}
        hint={m.designer_acceptHint()}
        value={field.accept ?? ''}
        onChange={(accept) => onChange({ ...field, accept: accept || undefined }, 'accept')}
      />
      <FlagProperty
        label={m.designer_public()}
        value={field.public}
        onChange={(on) => onChange({ ...field, public: on ? true : undefined })}
      />
    </>
  )
}

function AreaLevels({ field, onChange }: PartOf<DesignFieldOf<'area'>>) {
  const levels = [
    { value: 1, label: m.designer_areaProvince() },
    { value: 2, label: m.designer_areaCity() },
    { value: 3, label: m.designer_areaCounty() },
  ] as const
  return (
    <ChoiceProperty
      label={m.designer_areaLevels()}
      items={levels.map(({ value, label }) => ({ value: String(value), label }))}
      value={String(field.levels ?? 3)}
      onChange={(text) => {
        const level = levels.find(({ value }) => String(value) === text)
        if (level) onChange({ ...field, levels: level.value })
      }}
    />
  )
}

/** The field with which a day ends a range. */
function RangeEnd({ field, onChange }: PartOf<DesignFieldOf<'date' | 'datetime'>>) {
  const { state } = useDesigner()
  const ends = state.design.description.fields.filter(
    (one) => one.type === field.type && one.name !== field.name && isZoneless(one) === isZoneless(field),
  )
  if (ends.length === 0) return null
  return (
    <ChoiceProperty
      label={m.designer_rangeTo()}
      items={ends.map(({ name, label }) => ({ value: name, label: shownLabel(label), hint: name }))}
      value={field.rangeTo ?? null}
      clearable
      placeholder={m.designer_nothing()}
      onChange={(name) => onChange({ ...field, rangeTo: name ?? undefined })}
    />
  )
}

function RelationTarget({ field, onChange, errorsOf }: PartOf<DesignFieldOf<'relation'>>) {
  const { state, choices } = useDesigner()
  const { key, title, fields, tree } = state.design.description
  const own = {
    key,
    title: shownLabel(title, key),
    tree: tree === true,
    fields: fields.map(({ name }) => ({ name, label: name })),
  }
  const targets = choices.resources.some((one) => one.key === key) ? choices.resources : [...choices.resources, own]
  const target = targets.find((one) => one.key === field.resource)
  return (
    <>
      <ChoiceProperty
        label={m.designer_target()}
        items={targets.map((one) => ({ value: one.key, label: one.title, hint: one.key }))}
        value={field.resource}
        errors={errorsOf('resource')}
        disabled={field.name === 'pid' && tree}
        onChange={(resource) => {
          if (resource !== null) onChange({ ...field, resource, template: undefined, tree: undefined, look: undefined })
        }}
      />
      <TextProperty
        label={m.designer_template()}
        hint={
          target && target.fields.length > 0
            ? m.designer_templateHint({ names: target.fields.map(({ name }) => `{${name}}`).join(' ') })
            : undefined
        }
        errors={errorsOf('template')}
        value={field.template ?? ''}
        onChange={(template) => onChange({ ...field, template: template || undefined }, 'template')}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <FlagProperty
          label={m.designer_several()}
          value={field.multiple}
          disabled={field.name === 'pid' && tree}
          onChange={(on) => onChange({ ...field, multiple: on || undefined, look: undefined })}
        />
        {(target?.tree || field.tree) && (
          <FlagProperty
            label={m.designer_asTree()}
            value={field.tree}
            onChange={(on) => onChange({ ...field, tree: on ? true : undefined, look: undefined })}
          />
        )}
        {field.tree && field.multiple && (
          <FlagProperty
            label={m.designer_asCheckboxes()}
            value={field.look === 'checkboxes'}
            onChange={(on) => onChange({ ...field, look: on ? 'checkboxes' : undefined })}
          />
        )}
      </div>
    </>
  )
}
