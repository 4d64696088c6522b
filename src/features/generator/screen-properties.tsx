import { m } from '#src/i18n/paraglide/messages.js'
import { IconPicker } from '#src/layout/icons/icon-picker.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import type { Design } from './design.schema.ts'
import { isReadable, isSortable, isWordField, keyOfTitle, shownLabel } from './design.ts'
import { withKey } from './design-edit.ts'
import { errorsAt, errorsElsewhere } from './design-errors.ts'
import { useDesigner } from './designer-context.ts'
import { withSortable } from './presets.ts'
import {
  ChoiceProperty,
  ChoicesProperty,
  FlagProperty,
  LabelProperty,
  PropertyGroup,
  TextProperty,
} from './property-controls.tsx'
import { FormSettingsProperties } from './screen-form-properties.tsx'
import type { ScreenChange, ScreenPart } from './screen-part.ts'

/** Where messages have a control. All others are above the properties. */
const shown = ['title', 'plural', 'key', 'menu', 'tableName', 'icon', 'rowTitle', 'quickSearch', 'sorts']
const shownToo = ['defaultOrder', 'scopeField', 'verbs', 'form', 'deleteNote']

/** The properties of the screen: what it is called, where it is, and what its list and form do. */
export function ScreenProperties() {
  const { state, dispatch, base, adopting, choices, errors } = useDesigner()
  const { design } = state
  const { description } = design
  const own = errors['']
  const at = (path: string) => errorsAt(own, path)
  const change = (how: (old: Design) => Design, step?: string) => dispatch({ kind: 'design', change: how, step })
  const put = (patch: ScreenChange, step?: string) =>
    change((old) => ({ ...old, description: { ...old.description, ...patch } }), step)
  const elsewhere = errorsElsewhere(own, [...shown, ...shownToo])
  const directory = description.menu.split('/').slice(0, -1).join('/')
  const stored = base !== null

  return (
    <div className="flex flex-col gap-5">
      {elsewhere.length > 0 && <Banner tone="danger">{elsewhere.join('\n')}</Banner>}
      <PropertyGroup title={m.designer_groupScreen()}>
        <LabelProperty
          label={m.designer_title()}
          hint={m.designer_titleHint()}
          value={description.title}
          errors={at('title')}
          required
          onChange={(title) =>
            change((old) => {
              const next = { ...old, description: { ...old.description, title } }
              // The key follows the title until somebody writes one.
              const follows = !stored && old.description.key === keyOfTitle(old.description.title.en)
              return follows ? withKey(next, keyOfTitle(title.en)) : next
            }, 'title')
          }
        />
        <LabelProperty
          label={m.designer_plural()}
          hint={m.designer_pluralHint()}
          value={description.plural}
          errors={at('plural')}
          onChange={(plural) => put({ plural }, 'plural')}
        />
        <TextProperty
          label={m.designer_key()}
          hint={stored ? m.designer_keyFixed() : m.designer_keyHint()}
          value={description.key}
          errors={at('key')}
          disabled={stored}
          required
          maxLength={41}
          onChange={(key) => change((old) => withKey(old, key), 'key')}
        />
        <ChoiceProperty
          label={m.designer_menu()}
          items={choices.menus.map(({ name, title }) => ({ value: name, label: title, hint: name }))}
          value={directory || null}
          errors={at('menu')}
          disabled={stored}
          required
          onChange={(name) => put({ menu: name ? `${name}/${description.key}` : description.key })}
        />
        <TextProperty
          label={m.designer_table()}
          hint={stored || adopting ? undefined : m.designer_tableHint()}
          value={design.tableName}
          errors={at('tableName')}
          disabled={stored || adopting}
          required
          maxLength={63}
          onChange={(tableName) => change((old) => ({ ...old, tableName }), 'tableName')}
        />
        <FormField label={m.designer_icon()} errors={at('icon')}>
          <IconPicker value={design.icon} onChange={(icon) => change((old) => ({ ...old, icon }))} />
        </FormField>
      </PropertyGroup>
      <ListBehavior at={at} put={put} change={change} />
      <Verbs at={at} put={put} />
      <FormSettingsProperties at={at} put={put} />
    </div>
  )
}

type ListBehaviorProps = ScreenPart & { change(how: (old: Design) => Design): void }

/** How rows are named, found, ordered and placed. */
function ListBehavior({ at, put, change }: ListBehaviorProps) {
  const { state } = useDesigner()
  const { description, scopeField } = state.design
  const { fields } = description
  const itemOf = ({ name, label }: (typeof fields)[number]) => ({
    value: name,
    label: shownLabel(label, name),
    hint: name,
  })
  const base = [
    { value: 'id', label: m.designer_sortId() },
    { value: 'createTime', label: m.designer_sortCreated() },
    { value: 'updateTime', label: m.designer_sortUpdated() },
    ...(description.sortable ? [{ value: 'sortKey', label: m.designer_presetWeight() }] : []),
  ]
  const sortable = fields.filter(isSortable).map(itemOf)
  const orders = [...base, ...sortable.filter(({ value }) => description.sorts.includes(value))]
  const [order = 'id', direction = 'desc'] = description.defaultOrder.split(',')
  const places = fields.filter((one) => one.type === 'relation' && one.resource === 'organization' && !one.multiple)
  return (
    <PropertyGroup title={m.designer_groupList()}>
      <ChoiceProperty
        label={m.designer_rowTitle()}
        items={fields.filter(isReadable).map(itemOf)}
        value={description.rowTitle || null}
        errors={at('rowTitle')}
        required
        onChange={(rowTitle) => rowTitle !== null && put({ rowTitle })}
      />
      <ChoicesProperty
        label={m.designer_quickSearch()}
        items={fields.filter(isWordField).map(itemOf)}
        value={description.quickSearch}
        errors={at('quickSearch')}
        onChange={(quickSearch) => put({ quickSearch })}
      />
      <ChoicesProperty
        label={m.designer_sorts()}
        hint={m.designer_sortsHint()}
        items={[...base, ...sortable]}
        value={description.sorts}
        errors={at('sorts')}
        onChange={(sorts) => put({ sorts })}
      />
      <div className="grid grid-cols-2 gap-2">
        <ChoiceProperty
          label={m.designer_order()}
          items={orders}
          value={order}
          errors={at('defaultOrder')}
          onChange={(name) => put({ defaultOrder: `${name ?? 'id'},${direction === 'asc' ? 'asc' : 'desc'}` })}
        />
        <ChoiceProperty
          label={m.designer_direction()}
          items={[
            { value: 'asc', label: m.designer_ascending() },
            { value: 'desc', label: m.designer_descending() },
          ]}
          value={direction}
          onChange={(next) => put({ defaultOrder: `${order},${next === 'asc' ? 'asc' : 'desc'}` })}
        />
      </div>
      {places.length > 0 && (
        <ChoiceProperty
          label={m.designer_scope()}
          hint={m.designer_scopeHint()}
          items={places.map(itemOf)}
          value={scopeField}
          errors={at('scopeField')}
          clearable
          placeholder={m.designer_scopeNone()}
          onChange={(name) => change((old) => ({ ...old, scopeField: name }))}
        />
      )}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <FlagProperty
          label={m.designer_sortable()}
          value={description.sortable}
          onChange={(on) => change((old) => withSortable(old, on))}
        />
        {fields.some(({ name }) => name === 'pid') && (
          <FlagProperty
            label={m.designer_tree()}
            value={description.tree}
            onChange={(on) => put({ tree: on ? true : undefined })}
          />
        )}
      </div>
    </PropertyGroup>
  )
}

const writing = ['add', 'edit', 'del'] as const

/** What users can do with rows: everything, only add, or only read. */
function Verbs({ at, put }: ScreenPart) {
  const { state } = useDesigner()
  const verbs = state.design.description.verbs ?? ['index', ...writing]
  const names = { add: m.designer_verbAdd, edit: m.designer_verbEdit, del: m.designer_verbDel }
  return (
    <PropertyGroup title={m.designer_groupVerbs()}>
      <FieldGroup label={m.designer_verbs()} hint={m.designer_verbsHint()} errors={at('verbs')}>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {writing.map((verb) => (
            <FlagProperty
              key={verb}
              label={names[verb]()}
              value={verbs.includes(verb)}
              onChange={(on) => {
                const next = writing.filter((one) => (one === verb ? on : verbs.includes(one)))
                put({ verbs: next.length === writing.length ? undefined : ['index', ...next] })
              }}
            />
          ))}
        </div>
      </FieldGroup>
    </PropertyGroup>
  )
}
