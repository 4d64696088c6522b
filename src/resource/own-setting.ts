import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { textRules } from '#src/lib/rules.ts'
import type { Field, Label } from './description.ts'

/** The types of own items of the configuration. */
export const ownTypes = [
  'text',
  'textarea',
  'password',
  'integer',
  'number',
  'switch',
  'select',
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
] as const
export type OwnType = (typeof ownTypes)[number]

/** The types whose values are chosen from options. */
export const optionTypes: readonly OwnType[] = ['select', 'radio', 'checkbox']

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
  /** Of a relation: the key of the resource. */
  resource: v.optional(v.string(), ''),
  /** Everybody may read it (`GET /api/site`). A secret never is. */
  public: v.optional(v.boolean(), false),
})

export type OwnDefinition = v.InferOutput<typeof ownDefinition>

const label = (zh: string, en = ''): Label => ({ 'zh-cn': zh, en: en || zh })

/** The field that edits an own item. */
export function ownField(name: string, given: OwnDefinition): Field {
  const { type, title: text, titleEn, tip, required, rule, min, max, resource } = given
  const common = {
    name,
    label: label(text, titleEn),
    ...(required ? { required } : {}),
    ...(tip ? { help: label(tip) } : {}),
  }
  const limits = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
  const length = max === null ? {} : { max }
  const options = given.options.map(({ key, value }) => ({ value: key, label: label(value || key) }))
  switch (type) {
    case 'text':
      return { ...common, type, ...(rule ? { rule } : {}), ...length }
    case 'textarea':
      return { ...common, type: 'text', multiline: true, wide: true, ...length }
    case 'password':
      return { ...common, type, any: true }
    case 'integer':
    case 'number':
    case 'year':
      return { ...common, type, ...limits }
    case 'select':
      return { ...common, type, options }
    case 'radio':
      return { ...common, type: 'select', look: 'radio', options }
    case 'checkbox':
      return { ...common, type: 'select', look: 'checkbox', multiple: true, options }
    case 'texts':
      return { ...common, type, maxItems: 100, max: max ?? 500 }
    case 'images':
      return { ...common, type: 'image', multiple: true }
    case 'files':
      return { ...common, type: 'file', multiple: true }
    case 'relation':
      return { ...common, type, resource }
    default:
      return { ...common, type }
  }
}
