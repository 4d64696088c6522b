import * as v from 'valibot'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { type DesignField, type DesignType, plain } from './design.ts'

/** The types of fields, in the order in which they are offered. */
export const designTypes = [
  'text',
  'integer',
  'number',
  'money',
  'switch',
  'select',
  'relation',
  'date',
  'datetime',
  'time',
  'year',
  'area',
  'editor',
  'image',
  'file',
  'texts',
  'pairs',
  'rows',
  'password',
  'icon',
  'color',
  'json',
] as const satisfies readonly DesignType[]

/** The types whose limits are numbers. */
const measured: readonly string[] = ['integer', 'number', 'money', 'year']
/** The types whose value a user can change in a cell of the list. */
const inlineTypes: readonly string[] = ['text', 'integer', 'number', 'money', 'year', 'select', 'switch']

/** Whether a field can be changed in the list itself. */
export function canInline(field: DesignField): boolean {
  return inlineTypes.includes(field.type) && !('multiple' in field && field.multiple)
}

/** Whether a list can have a total of a field. */
export function canTotal(field: DesignField): boolean {
  return field.type === 'integer' || field.type === 'number' || field.type === 'money'
}

/** A field with another type. It keeps what fits the new type. */
export function retyped(field: DesignField, type: DesignType): DesignField {
  if (field.type === type) return field
  const made = kindOf(field, type)
  const list = field.list && {
    ...field.list,
    render: undefined,
    inline: canInline(made) ? field.list.inline : undefined,
    total: canTotal(made) ? field.list.total : undefined,
  }
  const next = { ...made, ...(list ? { list } : {}) }
  return keepsDefault(field, next) ? { ...next, default: field.default } : next
}

/** The types that can begin with today, or with now. */
const days = { date: true, datetime: true }

function keepsDefault(before: DesignField, after: DesignField): boolean {
  const value = before.default
  if (value === undefined) return false
  if (typeof value === 'object' && value !== null && 'dynamic' in value) {
    return after.type === 'year' ? value.dynamic === 'thisYear' : after.type in days && value.dynamic !== 'thisYear'
  }
  return v.is(fieldSchema(plain(after)), value)
}

function kindOf(field: DesignField, type: DesignType): DesignField {
  const common = commonOf(field)
  const files = type === 'image' || type === 'file' ? filesOf(field) : {}
  const multiple = 'multiple' in field && field.multiple ? { multiple: true } : {}
  switch (type) {
    case 'text':
      return { ...common, type, ...(field.type === 'editor' ? { multiline: true } : { max: 100 }) }
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
      return { ...common, type, ...limitsOf(field, type) }
    case 'select':
      return { ...common, type, options: optionsOf(field), ...multiple }
    case 'relation':
      return { ...common, type, resource: 'user', ...multiple }
    case 'texts':
      return { ...common, type, maxItems: 20, max: 100 }
    case 'rows':
      return { ...common, type, maxItems: 50, fields: [{ name: 'name', type: 'text', label: field.label, max: 100 }] }
    case 'image':
      return { ...common, type, ...files }
    case 'file':
      return { ...common, type, ...files }
    case 'date':
      return { ...common, type }
    case 'color':
      return { ...common, type }
    case 'area':
      return { ...common, type }
    case 'switch':
      return { ...common, type }
    case 'datetime':
      return { ...common, type }
    case 'time':
      return { ...common, type }
    case 'editor':
      return { ...common, type }
    case 'pairs':
      return { ...common, type }
    case 'password':
      return { ...common, type }
    case 'icon':
      return { ...common, type }
    case 'json':
      return { ...common, type }
  }
}

/** What fields of all types have, besides default and list. */
function commonOf(field: DesignField) {
  const { name, label, required, readOnly, addOnly, help, placeholder, showWhen, section, wide, bulk } = field
  const { noImport, formOnly, noFilter, exact } = field
  const rest = { required, readOnly, addOnly, help, placeholder, showWhen, section, wide, bulk }
  return { name, label, ...rest, noImport, formOnly, noFilter, exact }
}

function limitsOf(field: DesignField, type: DesignType): { min?: number; max?: number } {
  if (!measured.includes(field.type) || !measured.includes(type)) return {}
  const [min, max] = ['min', 'max'].map((end) => numberAt(field, end))
  // Limits of amounts are in cents.
  const factor = (type === 'money' ? 100 : 1) / (field.type === 'money' ? 100 : 1)
  return { ...(min === undefined ? {} : { min: min * factor }), ...(max === undefined ? {} : { max: max * factor }) }
}

function numberAt(field: DesignField, name: string): number | undefined {
  const value: unknown = Reflect.get(field, name)
  return typeof value === 'number' ? value : undefined
}

function optionsOf(field: DesignField) {
  if (field.type === 'select') return field.options
  if (field.type !== 'switch') return [{ value: '1', label: { 'zh-cn': '选项一', en: 'Option 1' } }]
  return [
    { value: '1', label: { 'zh-cn': '启用', en: 'On' } },
    { value: '0', label: { 'zh-cn': '停用', en: 'Off' } },
  ]
}

function filesOf(field: DesignField) {
  if (field.type !== 'image' && field.type !== 'file') return {}
  const { multiple, maxItems, maxSize, public: open } = field
  return { multiple, maxItems, maxSize, public: open }
}
