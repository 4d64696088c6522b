import { m } from '#src/i18n/paraglide/messages.js'
import type { CellRender } from '#src/resource/cell-render.ts'
import { isZoneless } from '#src/resource/zone-of.ts'
import { type DesignField, isSortable, isWordField } from './design.ts'
import { useDesigner } from './designer-context.ts'
import type { FieldPart } from './field-part.ts'
import { ChoiceProperty, FlagProperty, NumberProperty, PropertyGroup } from './property-controls.tsx'
import { canInline, canTotal } from './retype.ts'

type ListSettings = NonNullable<DesignField['list']>

const renderNames: Record<CellRender, () => string> = {
  text: m.designer_renderText,
  tag: m.designer_renderTag,
  tags: m.designer_renderTags,
  switch: m.designer_typeSwitch,
  number: m.designer_renderNumber,
  money: m.designer_typeMoney,
  datetime: m.designer_typeDatetime,
  relative: m.designer_renderRelative,
  link: m.designer_renderLink,
  image: m.designer_typeImage,
  images: m.designer_presetImages,
  icon: m.designer_typeIcon,
  color: m.designer_typeColor,
  user: m.designer_renderUser,
  organization: m.designer_renderOrganization,
}

/** The ways to show a value that fit its type. */
function rendersOf(field: DesignField): readonly CellRender[] {
  switch (field.type) {
    case 'text':
      return ['text', 'tag', 'link', 'icon', 'color', 'image']
    case 'integer':
    case 'number':
      return ['number', 'text', 'tag']
    case 'select':
      return ['text', 'tag', 'tags']
    case 'switch':
      return ['switch', 'tag']
    case 'datetime':
      return isZoneless(field) ? ['datetime'] : ['datetime', 'relative']
    case 'image':
      return ['image', 'images']
    case 'texts':
    case 'relation':
      return ['text', 'tags']
    default:
      return []
  }
}

/** How a field is in the list. */
export function ListProperties({ field, onChange }: FieldPart) {
  const { list = {} } = field
  const put = (patch: Partial<ListSettings>, step?: string) => onChange({ ...field, list: { ...list, ...patch } }, step)
  const flag = (on: boolean) => (on ? true : undefined)
  const renders = rendersOf(field)
  const never = list.never === true || field.type === 'password'
  return (
    <PropertyGroup title={m.designer_groupList()}>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <FlagProperty
          label={m.designer_never()}
          value={never}
          disabled={field.type === 'password'}
          onChange={(on) => put({ never: flag(on) })}
        />
        {!never && (
          <FlagProperty label={m.designer_hidden()} value={list.hidden} onChange={(on) => put({ hidden: flag(on) })} />
        )}
        {!never && canInline(field) && !field.readOnly && (
          <FlagProperty label={m.designer_inline()} value={list.inline} onChange={(on) => put({ inline: flag(on) })} />
        )}
        <FlagProperty
          label={m.designer_noFilter()}
          value={field.noFilter}
          onChange={(on) => onChange({ ...field, noFilter: flag(on) })}
        />
      </div>
      {!never && <SortFlags field={field} />}
      {!never && (
        <div className="grid grid-cols-2 gap-2">
          <NumberProperty
            label={m.designer_width()}
            min={32}
            max={2000}
            value={list.width}
            onChange={(width) => put({ width }, 'width')}
          />
          <ChoiceProperty
            label={m.designer_pin()}
            items={[
              { value: 'start', label: m.designer_pinStart() },
              { value: 'end', label: m.designer_pinEnd() },
            ]}
            value={list.pin ?? null}
            clearable
            placeholder={m.designer_nothing()}
            onChange={(pin) => put({ pin: pin === 'start' || pin === 'end' ? pin : undefined })}
          />
          {renders.length > 0 && (
            <ChoiceProperty
              label={m.designer_render()}
              items={renders.map((value) => ({ value, label: renderNames[value]() }))}
              value={list.render ?? null}
              clearable
              placeholder={m.designer_renderUsual()}
              onChange={(value) => put({ render: renders.find((one) => one === value) })}
            />
          )}
          {canTotal(field) && (
            <ChoiceProperty
              label={m.designer_total()}
              items={[
                { value: 'sum', label: m.designer_totalSum() },
                { value: 'average', label: m.designer_totalAverage() },
              ]}
              value={list.total ?? null}
              clearable
              placeholder={m.designer_nothing()}
              onChange={(total) => put({ total: total === 'sum' || total === 'average' ? total : undefined })}
            />
          )}
        </div>
      )}
    </PropertyGroup>
  )
}

/** Whether the search looks into a field, and whether lists are sorted by it. */
function SortFlags({ field }: { field: DesignField }) {
  const { state, dispatch } = useDesigner()
  const { description } = state.design
  const put = (name: 'quickSearch' | 'sorts', on: boolean) =>
    dispatch({
      kind: 'design',
      change: (design) => {
        const others = design.description[name].filter((one) => one !== field.name)
        return { ...design, description: { ...design.description, [name]: on ? [...others, field.name] : others } }
      },
    })
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {isWordField(field) && (
        <FlagProperty
          label={m.designer_inQuickSearch()}
          value={description.quickSearch.includes(field.name)}
          onChange={(on) => put('quickSearch', on)}
        />
      )}
      {isSortable(field) && (
        <FlagProperty
          label={m.designer_inSorts()}
          value={description.sorts.includes(field.name)}
          onChange={(on) => put('sorts', on)}
        />
      )}
    </div>
  )
}
