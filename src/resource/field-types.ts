import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { htmlText } from '#src/lib/html-text.ts'
import { formatCents } from '#src/lib/money.ts'
import type { CellField, Field, FieldOf, FieldType, Option } from './description.ts'
import type { FieldTypeModel, TextContext } from './field-type.ts'
import type { Scalar } from './field-value.ts'
import { labelText } from './label.ts'
import { zoneOf } from './zone-of.ts'

/** Decimal places of a number that does not say otherwise. */
const DECIMALS = 2

/** These test whether there is a value at all. An empty text or an empty list counts as no value. */
const filled = ['NULL', 'NOT NULL'] as const
const texts = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'IN', 'NOT IN', ...filled] as const
const ordered = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', ...filled] as const
const instants = ['RANGE', 'NOT RANGE', 'gt', 'egt', 'lt', 'elt', ...filled] as const
const lists = ['FIND_IN_SET', 'NOT FIND_IN_SET', ...filled] as const
/** In a place or an organization, or below it. */
const places = ['WITHIN', 'NOT WITHIN'] as const
const choices = ['IN', 'NOT IN', 'eq', 'ne', ...filled] as const

/** What most types have in common: files hold them, responses contain them, and tables in forms do not. */
const usual = { cell: false, file: true, secret: false, named: false } as const

const numbers = { ...usual, cell: true, blank: () => null, operators: () => ordered } as const

const switchOptions: readonly Option[] = [
  { value: 1, label: m.status_enabled },
  { value: 0, label: m.status_disabled },
]

/** The model of each field type. The compiler asks for an entry of each new type. */
export const fieldTypes: {
  readonly [TType in FieldType]: FieldTypeModel<FieldOf<TType>> & {
    readonly cell: TType extends CellField['type'] ? true : false
  }
} = {
  text: { ...usual, cell: true, plain: 'text', blank: () => '', text: said, operators: () => texts },
  password: { ...usual, file: false, secret: true, blank: () => '', text: () => '••••••', operators: () => [] },
  integer: {
    ...numbers,
    plain: 'number',
    text: (value, field, context) => (field.zero && value === 0 ? labelText(field.zero) : said(value, field, context)),
    number: () => ({ cents: false }),
  },
  number: {
    ...numbers,
    plain: 'number',
    text: said,
    number: ({ decimals = DECIMALS }) => ({ cents: false, decimals }),
  },
  money: {
    ...numbers,
    text: (value) => (typeof value === 'number' ? formatCents(value) : String(value)),
    number: () => ({ cents: true }),
  },
  year: { ...numbers, text: said, number: () => ({ cents: false, digits: 4 }) },
  switch: {
    ...usual,
    cell: true,
    blank: () => 1,
    text: (value) => (value ? m.status_enabled() : m.status_disabled()),
    cellText: (value) => (value === 1 ? m.crud_yes() : m.crud_no()),
    operators: () => ['eq', 'ne'],
    options: () => switchOptions,
  },
  select: {
    ...usual,
    cell: true,
    blank: ({ multiple }) => (multiple ? [] : null),
    text: (value, { options }) => {
      const option = options.find((one) => one.value === value)
      return option ? labelText(option.label) : String(value)
    },
    operators: ({ multiple }) => (multiple ? lists : choices),
    options: ({ options }) => options,
  },
  texts: { ...usual, blank: () => [], text: said, operators: () => lists },
  pairs: {
    ...usual,
    blank: () => [],
    text: said,
    itemText: ({ key, value }) => `${key}: ${value}`,
    operators: () => filled,
  },
  date: { ...usual, cell: true, moment: 'day', blank: () => null, text: said, operators: () => ordered },
  datetime: {
    ...usual,
    moment: 'day',
    blank: () => null,
    text: (value, field, { timeZone }) => formatInstant(value, zoneOf(field, timeZone)),
    operators: () => instants,
  },
  time: {
    ...usual,
    cell: true,
    moment: 'time',
    blank: () => null,
    text: (value, { seconds }) => (seconds ? String(value) : String(value).slice(0, 5)),
    operators: () => ordered,
  },
  icon: { ...usual, blank: () => '', text: said, operators: () => texts },
  color: { ...usual, cell: true, blank: () => '', text: said, operators: () => texts },
  json: { ...usual, json: true, blank: () => null, text: said, operators: () => filled },
  image: { ...usual, addresses: 'value', blank: blankFiles, text: said, operators: () => filled },
  file: { ...usual, addresses: 'value', blank: blankFiles, text: said, operators: () => filled },
  editor: {
    ...usual,
    addresses: 'html',
    blank: () => '',
    text: (value) => htmlText(String(value)),
    operators: () => ['LIKE', 'NOT LIKE', ...filled],
  },
  relation: {
    ...usual,
    cell: true,
    named: true,
    blank: ({ multiple }) => (multiple ? [] : null),
    text: said,
    operators: (field) => {
      const plain = field.multiple ? lists : choices
      return leadsToTree(field) ? [...places, ...plain] : plain
    },
    target: ({ resource, multiple, tree, template }) => ({
      resource,
      many: multiple === true,
      tree: tree === true,
      template,
    }),
  },
  area: {
    ...usual,
    named: true,
    blank: () => null,
    text: said,
    operators: () => [...places, 'eq', 'ne', ...filled],
    divisions: ({ levels = 3 }) => levels,
  },
  rows: {
    ...usual,
    file: false,
    blank: () => [],
    text: said,
    itemText: (value, { name, fields }, textOf) => {
      // The labels of a cell's values are stored under `field.cell`.
      const cells = fields.map((one) => textOf({ ...one, name: `${name}.${one.name}` }, value[one.name]))
      return cells.filter((cell) => cell !== '').join(' ')
    },
    operators: () => [],
    cells: ({ fields }) => fields,
  },
}

/** The model of a field's type. */
export function typeOf({ type }: Pick<Field, 'type'>): FieldTypeModel<Field> {
  return fieldTypes[type]
}

/** The name that came with the value, else the value itself. */
function said(value: Scalar, { name }: Pick<Field, 'name'>, { labels }: TextContext): string {
  return labels[name]?.[value] ?? String(value)
}

function blankFiles({ multiple }: { readonly multiple?: boolean }): string | string[] {
  return multiple ? [] : ''
}

/** Whether the rows that a relation points to form a tree. The parent of a tree's rows is such a relation. */
function leadsToTree({ name, tree, resource }: FieldOf<'relation'>): boolean {
  return tree === true || name === 'pid' || resource === 'organization'
}
