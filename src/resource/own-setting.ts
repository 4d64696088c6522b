import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { textRules } from '#src/lib/rules.ts'
import type { Field, FieldKind, Label } from './description.ts'
import type { FieldValue } from './field-value.ts'
import { blankValue } from './form-values.ts'
import { labelText } from './label.ts'

/** The types of own items of the configuration. */
export const ownTypes = [
  'text',
  'textarea',
  'password',
  'integer',
  'number',
  'money',
  'switch',
  'select',
  'selects',
  'radio',
  'checkbox',
  'texts',
  'pairs',
  'date',
  'datetime',
  'time',
  'year',
  'color',
  'icon',
  'image',
  'images',
  'file',
  'files',
  'editor',
  'area',
  'relation',
  'relations',
] as const
export type OwnType = (typeof ownTypes)[number]

/** The types whose values are chosen from options. */
export const optionTypes: readonly OwnType[] = ['select', 'selects', 'radio', 'checkbox']

// Seam: Object.keys returns plain strings, but the keys of a constant object are its literal names.
const rules = Object.keys(textRules) as (keyof typeof textRules)[]

/** The names of groups and items: a letter, then letters, digits and underscores. */
export const settingNamePattern = /^[a-zA-Z][a-zA-Z0-9_]{0,29}$/

const title = v.pipe(
  v.string(() => m.rule_type()),
  v.trim(),
  v.nonEmpty(() => m.rule_required()),
  v.maxLength(60, () => m.rule_maxLength({ max: 60 })),
)

/** What an own item is. The name and the group are columns of their own. */
export const ownDefinition = v.strictObject({
  title,
  titleEn: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), ''),
  type: v.picklist(ownTypes, () => m.rule_option()),
  options: v.optional(
    v.array(
      v.strictObject({
        key: v.pipe(v.string(), v.trim(), v.maxLength(60)),
        value: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      }),
    ),
    [],
  ),
  tip: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(200, () => m.rule_maxLength({ max: 200 })),
    ),
    '',
  ),
  required: v.optional(v.boolean(), false),
  rule: v.optional(v.nullable(v.picklist(rules, () => m.rule_option())), null),
  min: v.optional(v.nullable(v.number()), null),
  max: v.optional(v.nullable(v.number()), null),
  weight: v.optional(
    v.pipe(
      v.number(),
      v.integer(() => m.rule_integer()),
    ),
    0,
  ),
  /** Of relations: the key of the resource. */
  resource: v.optional(v.string(), ''),
  /** Everybody may read it (`GET /api/site`). A secret never is. */
  public: v.optional(v.boolean(), false),
})

export type OwnDefinition = v.InferOutput<typeof ownDefinition>

const label = (zh: string, en = ''): Label => ({ 'zh-cn': zh, en: en || zh })

/** A field of the kit without what every item says itself. */
type Kind = FieldKind & { wide?: boolean; default?: FieldValue }

const limits = ({ min, max }: OwnDefinition) => ({
  ...(min === null ? {} : { min }),
  ...(max === null ? {} : { max }),
})
const length = ({ max }: OwnDefinition) => (max === null ? {} : { max })
/** Everybody reads a public item, so its files are public too. */
const openTo = ({ public: open }: OwnDefinition) => (open ? ({ public: true } as const) : {})
const options = (given: OwnDefinition) =>
  given.options.map(({ key, value }) => ({ value: key, label: label(value || key) }))

/** What edits an item of each type. The compiler asks for an entry of each new type. */
const kinds: Readonly<Record<OwnType, (given: OwnDefinition) => Kind>> = {
  text: (given) => ({ type: 'text', ...(given.rule ? { rule: given.rule } : {}), ...length(given) }),
  textarea: (given) => ({ type: 'text', multiline: true, wide: true, ...length(given) }),
  password: () => ({ type: 'password', any: true }),
  integer: (given) => ({ type: 'integer', ...limits(given) }),
  number: (given) => ({ type: 'number', ...limits(given) }),
  money: (given) => ({ type: 'money', ...limits(given) }),
  // Nobody expects that a switch is on that nobody has turned on.
  switch: () => ({ type: 'switch', default: 0 }),
  select: (given) => ({ type: 'select', options: options(given) }),
  selects: (given) => ({ type: 'select', multiple: true, options: options(given) }),
  radio: (given) => ({ type: 'select', look: 'radio', options: options(given) }),
  checkbox: (given) => ({ type: 'select', look: 'checkbox', multiple: true, options: options(given) }),
  texts: ({ max }) => ({ type: 'texts', maxItems: 100, max: max ?? 500 }),
  pairs: () => ({ type: 'pairs' }),
  date: () => ({ type: 'date' }),
  datetime: () => ({ type: 'datetime' }),
  time: () => ({ type: 'time' }),
  year: (given) => ({ type: 'year', ...limits(given) }),
  color: () => ({ type: 'color' }),
  icon: () => ({ type: 'icon' }),
  image: (given) => ({ type: 'image', ...openTo(given) }),
  images: (given) => ({ type: 'image', multiple: true, ...openTo(given) }),
  file: (given) => ({ type: 'file', ...openTo(given) }),
  files: (given) => ({ type: 'file', multiple: true, ...openTo(given) }),
  editor: (given) => ({ type: 'editor', ...openTo(given) }),
  area: () => ({ type: 'area' }),
  relation: ({ resource }) => ({ type: 'relation', resource }),
  relations: ({ resource }) => ({ type: 'relation', resource, multiple: true }),
}

/** The field that edits an own item. */
export function ownField(name: string, given: OwnDefinition): Field {
  const { title: text, titleEn, tip, required } = given
  const facts = { ...(required ? { required } : {}), ...(tip ? { help: label(tip) } : {}) }
  return { name, label: label(text, titleEn), ...facts, ...kinds[given.type](given) }
}

/** The value of a new own item, which nobody has set yet. */
export function ownBlank(name: string, given: OwnDefinition): FieldValue {
  return kinds[given.type](given).default ?? blankValue(ownField(name, given))
}

/** The title of an item or a group of the site in the language of the request. */
export function titleIn({ title: text, titleEn }: { title: string; titleEn: string }): string {
  return labelText(label(text, titleEn))
}
