import { m } from '#src/i18n/paraglide/messages.js'
import type { Design } from './design.schema.ts'
import { type DesignField, type DesignLabel, freeName } from './design.ts'

type Message = (inputs?: object, options?: { locale?: 'zh-cn' | 'en' }) => string

/** A kind of field that the designer offers: a type with settings that many fields have. */
export type FieldPreset = {
  key: string
  title: Message
  /**
   * Makes the field. A preset without it only changes the design.
   * @param name a free name
   * @param label the title in both languages
   */
  make?(name: string, label: DesignLabel, design: Design): DesignField
  /** What else changes in the design. */
  design?(design: Design): Design
  /** There is one such field at most, and it has this name. */
  only?: string
}

/** A text in both languages. */
export function bothLanguages(message: Message): DesignLabel {
  return { 'zh-cn': message({}, { locale: 'zh-cn' }), en: message({}, { locale: 'en' }) }
}

const choices = () => [
  { value: '1', label: { ...bothLanguages(m.designer_optionOne) } },
  { value: '2', label: { ...bothLanguages(m.designer_optionTwo) } },
]

/** A design whose rows are put into an order by dragging, or are not. */
export function withSortable(design: Design, on: boolean): Design {
  const { description } = design
  const byHand = description.defaultOrder.startsWith('sortKey,')
  const sorts = description.sorts.filter((one) => one !== 'sortKey')
  return {
    ...design,
    description: {
      ...description,
      sortable: on ? true : undefined,
      sorts: on ? ['sortKey', ...sorts] : sorts,
      defaultOrder: on ? 'sortKey,asc' : byHand ? 'id,desc' : description.defaultOrder,
    },
  }
}

/** The presets by group, in the order in which they are offered. */
export const presetGroups: readonly { title: Message; presets: readonly FieldPreset[] }[] = [
  {
    title: m.designer_groupUsual,
    presets: [
      {
        key: 'status',
        title: m.designer_presetStatus,
        make: (name, label) => ({ name, label, type: 'switch', default: 1, bulk: true, list: { inline: true } }),
      },
      {
        key: 'remark',
        title: m.designer_presetRemark,
        make: (name, label) => ({ name, label, type: 'text', multiline: true, max: 500, list: { hidden: true } }),
      },
      { key: 'weight', title: m.designer_presetWeight, design: (design) => withSortable(design, true) },
      {
        key: 'tree',
        title: m.designer_presetTree,
        only: 'pid',
        make: (name, label, { description }) => ({
          name,
          label,
          type: 'relation',
          resource: description.key,
          tree: true,
        }),
        design: (design) => ({ ...design, description: { ...design.description, tree: true } }),
      },
    ],
  },
  {
    title: m.designer_groupText,
    presets: [
      { key: 'text', title: m.designer_typeText, make: (name, label) => ({ name, label, type: 'text', max: 100 }) },
      {
        key: 'textarea',
        title: m.designer_presetTextarea,
        make: (name, label) => ({ name, label, type: 'text', multiline: true, max: 2000, wide: true }),
      },
      {
        key: 'texts',
        title: m.designer_typeTexts,
        make: (name, label) => ({ name, label, type: 'texts', maxItems: 20, max: 100 }),
      },
      {
        key: 'editor',
        title: m.designer_typeEditor,
        make: (name, label) => ({ name, label, type: 'editor', wide: true, list: { hidden: true } }),
      },
      { key: 'password', title: m.designer_typePassword, make: (name, label) => ({ name, label, type: 'password' }) },
    ],
  },
  {
    title: m.designer_groupNumber,
    presets: [
      { key: 'integer', title: m.designer_typeInteger, make: (name, label) => ({ name, label, type: 'integer' }) },
      {
        key: 'number',
        title: m.designer_typeNumber,
        make: (name, label) => ({ name, label, type: 'number', decimals: 2 }),
      },
      { key: 'money', title: m.designer_typeMoney, make: (name, label) => ({ name, label, type: 'money' }) },
    ],
  },
  {
    title: m.designer_groupChoice,
    presets: [
      {
        key: 'switch',
        title: m.designer_typeSwitch,
        make: (name, label) => ({ name, label, type: 'switch', default: 0 }),
      },
      {
        key: 'radio',
        title: m.designer_presetRadio,
        make: (name, label) => ({
          name,
          label,
          type: 'select',
          look: 'radio',
          options: choices(),
          list: { render: 'tag' },
        }),
      },
      {
        key: 'select',
        title: m.designer_typeSelect,
        make: (name, label) => ({ name, label, type: 'select', options: choices(), list: { render: 'tag' } }),
      },
      {
        key: 'selects',
        title: m.designer_presetSelects,
        make: (name, label) => ({
          name,
          label,
          type: 'select',
          multiple: true,
          options: choices(),
          list: { render: 'tags' },
        }),
      },
      {
        key: 'checkbox',
        title: m.designer_presetCheckbox,
        make: (name, label) => ({
          name,
          label,
          type: 'select',
          multiple: true,
          look: 'checkbox',
          options: choices(),
          list: { render: 'tags' },
        }),
      },
      {
        key: 'one',
        title: m.designer_presetOne,
        make: (name, label) => ({ name, label, type: 'relation', resource: 'user' }),
      },
      {
        key: 'many',
        title: m.designer_presetMany,
        make: (name, label) => ({ name, label, type: 'relation', resource: 'user', multiple: true }),
      },
      { key: 'area', title: m.designer_typeArea, make: (name, label) => ({ name, label, type: 'area' }) },
    ],
  },
  {
    title: m.designer_groupTime,
    presets: [
      { key: 'date', title: m.designer_typeDate, make: (name, label) => ({ name, label, type: 'date' }) },
      { key: 'time', title: m.designer_typeTime, make: (name, label) => ({ name, label, type: 'time' }) },
      { key: 'year', title: m.designer_typeYear, make: (name, label) => ({ name, label, type: 'year' }) },
      { key: 'datetime', title: m.designer_typeDatetime, make: (name, label) => ({ name, label, type: 'datetime' }) },
    ],
  },
  {
    title: m.designer_groupFiles,
    presets: [
      { key: 'image', title: m.designer_typeImage, make: (name, label) => ({ name, label, type: 'image' }) },
      {
        key: 'images',
        title: m.designer_presetImages,
        make: (name, label) => ({
          name,
          label,
          type: 'image',
          multiple: true,
          maxItems: 9,
          list: { render: 'images' },
        }),
      },
      { key: 'file', title: m.designer_typeFile, make: (name, label) => ({ name, label, type: 'file' }) },
      {
        key: 'files',
        title: m.designer_presetFiles,
        make: (name, label) => ({ name, label, type: 'file', multiple: true, maxItems: 9 }),
      },
      { key: 'icon', title: m.designer_typeIcon, make: (name, label) => ({ name, label, type: 'icon' }) },
      { key: 'color', title: m.designer_typeColor, make: (name, label) => ({ name, label, type: 'color' }) },
    ],
  },
  {
    title: m.designer_groupTables,
    presets: [
      {
        key: 'rows',
        title: m.designer_typeRows,
        make: (name, label) => ({
          name,
          label,
          type: 'rows',
          maxItems: 50,
          wide: true,
          fields: [{ name: 'name', type: 'text', label: bothLanguages(m.designer_fieldName), max: 100 }],
        }),
      },
      { key: 'pairs', title: m.designer_typePairs, make: (name, label) => ({ name, label, type: 'pairs' }) },
      { key: 'json', title: m.type_json, make: (name, label) => ({ name, label, type: 'json', wide: true }) },
    ],
  },
]

/** The presets by key. */
export const fieldPresets: ReadonlyMap<string, FieldPreset> = new Map(
  presetGroups.flatMap((group) => group.presets.map((one) => [one.key, one] as const)),
)

/** Whether a label is the title of a preset, and not one that somebody has written. */
export function isPresetLabel(label: DesignLabel): boolean {
  return [...fieldPresets.values()].some(({ title }) => {
    const given = bothLanguages(title)
    return given.en === label.en && given['zh-cn'] === label['zh-cn']
  })
}

/** A new field of a preset, with a name that no field has. Undefined when there may be no further one. */
export function fieldOfPreset(preset: FieldPreset, design: Design): DesignField | undefined {
  const names = design.description.fields.map(({ name }) => name)
  if (preset.only !== undefined && names.includes(preset.only)) return undefined
  const name = preset.only ?? freeName(names, preset.key)
  return preset.make?.(name, bothLanguages(preset.title), design)
}

/** A design that begins with a name alone. */
export function blankDesign(): Design {
  return {
    tableName: 'res_',
    scopeField: null,
    icon: '',
    description: {
      key: '',
      menu: '',
      title: { 'zh-cn': '', en: '' },
      rowTitle: 'name',
      fields: [{ name: 'name', type: 'text', label: bothLanguages(m.designer_fieldName), required: true, max: 100 }],
      quickSearch: ['name'],
      sorts: ['name'],
      defaultOrder: 'id,desc',
    },
    columns: { name: { from: null } },
  }
}
