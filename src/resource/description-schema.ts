import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { textRules } from '#src/lib/rules.ts'
import { cellRenders } from './cell-render.ts'
import type { CellField, FieldType } from './description.ts'
import { fieldSchema } from './field-schema.ts'
import { isSecret } from './field-traits.ts'
import { standardVerbs } from './registry.ts'
import { isZoneless } from './zone-of.ts'

// The schema has the same shape as the types in description.ts, which document each part. A type test keeps both equal.
// Labels are texts per language here, because a message function cannot be stored.

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))
const whole = v.pipe(v.number(), v.safeInteger())
const scalar = v.union([v.string(), v.number()])
const cell = v.union([scalar, v.null(), v.array(scalar)])
const value = v.union([cell, v.array(v.union([scalar, v.record(v.string(), cell)]))])
const on = v.optional(v.literal(true))
const flag = v.optional(v.boolean())

const labelSchema = v.strictObject({
  'zh-cn': v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  en: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
})

/** A column's name. The names of the base columns are reserved. */
const name = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
  v.notValues(['id', 'version', 'createBy', 'createTime', 'updateBy', 'updateTime', 'path', 'sortKey', 'childCount']),
)

const tone = v.picklist(['neutral', 'accent', 'success', 'warning', 'danger'])
const option = v.strictObject({ value: scalar, label: labelSchema, tone: v.optional(tone), retired: on })

const showWhen = v.union([
  v.strictObject({ field: name, in: v.array(scalar) }),
  v.strictObject({ field: name, notIn: v.array(scalar) }),
  v.strictObject({ field: name, filled: v.boolean() }),
])

const common = {
  name,
  label: labelSchema,
  required: flag,
  readOnly: flag,
  addOnly: on,
  help: v.optional(labelSchema),
  placeholder: v.optional(labelSchema),
  default: v.optional(v.union([value, v.strictObject({ dynamic: v.picklist(['today', 'now', 'thisYear']) })])),
  showWhen: v.optional(showWhen),
  section: v.optional(v.string()),
  wide: flag,
  bulk: on,
  noImport: on,
  formOnly: on,
  noFilter: on,
  exact: on,
  partly: v.optional(v.picklist(['phone', 'text'])),
  list: v.optional(
    v.strictObject({
      hidden: on,
      never: on,
      unread: on,
      width: v.optional(v.pipe(v.number(), v.minValue(32), v.maxValue(2000))),
      render: v.optional(v.picklist(cellRenders)),
      pin: v.optional(v.picklist(['start', 'end'])),
      noExport: on,
      noLine: on,
      inline: on,
      with: v.optional(name),
      total: v.optional(v.picklist(['sum', 'average'])),
    }),
  ),
}

const numbers = { min: v.optional(v.number()), max: v.optional(v.number()), rangeTo: v.optional(name) }
const upload = {
  multiple: flag,
  maxItems: v.optional(count),
  maxSize: v.optional(whole),
  accept: v.optional(v.string()),
  public: on,
}
const day = v.pipe(v.string(), v.isoDate())

/** The shape of each field type that a cell of a table in a form can also have. */
const cells = {
  text: v.strictObject({
    ...common,
    type: v.literal('text'),
    max: v.optional(count),
    // Seam: Object.keys returns plain strings, but the keys of a constant object are its literal names.
    rule: v.optional(v.picklist(Object.keys(textRules) as (keyof typeof textRules)[])),
    multiline: flag,
  }),
  integer: v.strictObject({ ...common, type: v.literal('integer'), ...numbers, zero: v.optional(labelSchema) }),
  number: v.strictObject({
    ...common,
    type: v.literal('number'),
    decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20))),
    ...numbers,
  }),
  money: v.strictObject({ ...common, type: v.literal('money'), ...numbers }),
  select: v.strictObject({
    ...common,
    type: v.literal('select'),
    options: v.pipe(v.array(option), v.minLength(1), v.maxLength(500)),
    multiple: flag,
    look: v.optional(v.picklist(['radio', 'checkbox'])),
  }),
  switch: v.strictObject({ ...common, type: v.literal('switch') }),
  date: v.strictObject({
    ...common,
    type: v.literal('date'),
    min: v.optional(day),
    max: v.optional(day),
    rangeTo: v.optional(name),
  }),
  time: v.strictObject({ ...common, type: v.literal('time'), seconds: on, rangeTo: v.optional(name) }),
  year: v.strictObject({ ...common, type: v.literal('year'), ...numbers }),
  color: v.strictObject({
    ...common,
    type: v.literal('color'),
    alpha: on,
    presets: v.optional(v.array(v.pipe(v.string(), v.regex(/^#[\da-f]{6}([\da-f]{2})?$/)))),
  }),
  relation: v.strictObject({
    ...common,
    type: v.literal('relation'),
    resource: v.string(),
    multiple: flag,
    template: v.optional(v.pipe(v.string(), v.maxLength(200))),
    tree: on,
    look: v.optional(v.literal('checkboxes')),
    checked: v.optional(v.picklist(['nodes', 'withParents', 'leaves', 'branches'])),
  }),
} as const satisfies Record<CellField['type'], v.GenericSchema>

/** The shape of each field type. The compiler asks for an entry of each new type. */
const kinds = {
  ...cells,
  password: v.strictObject({ ...common, type: v.literal('password'), any: on }),
  texts: v.strictObject({ ...common, type: v.literal('texts'), maxItems: count, max: count }),
  pairs: v.strictObject({
    ...common,
    type: v.literal('pairs'),
    maxItems: v.optional(count),
    keyLabel: v.optional(labelSchema),
    valueLabel: v.optional(labelSchema),
  }),
  datetime: v.strictObject({ ...common, type: v.literal('datetime'), zoneless: on, rangeTo: v.optional(name) }),
  icon: v.strictObject({ ...common, type: v.literal('icon') }),
  json: v.strictObject({ ...common, type: v.literal('json') }),
  image: v.strictObject({ ...common, type: v.literal('image'), ...upload }),
  file: v.strictObject({ ...common, type: v.literal('file'), ...upload }),
  editor: v.strictObject({ ...common, type: v.literal('editor'), public: on }),
  area: v.strictObject({ ...common, type: v.literal('area'), levels: v.optional(v.picklist([1, 2, 3])) }),
  rows: v.strictObject({
    ...common,
    type: v.literal('rows'),
    fields: v.pipe(v.array(v.variant('type', Object.values(cells))), v.minLength(1), v.maxLength(30)),
    minItems: v.optional(count),
    maxItems: count,
  }),
} as const satisfies Record<FieldType, v.GenericSchema>

const field = v.variant('type', Object.values(kinds))

const synonym = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))

const section = v.strictObject({ key: v.string(), title: labelSchema, help: v.optional(labelSchema) })

const shape = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  menu: v.pipe(v.string(), v.regex(/^[\w-]+(\/[\w-]+)*$/), v.maxLength(80)),
  /** Everybody who may do something with rows may look at them, so `index` is always among them. */
  verbs: v.optional(
    v.pipe(
      v.array(v.picklist(standardVerbs)),
      v.check((verbs) => verbs.includes('index') && new Set(verbs).size === verbs.length),
    ),
  ),
  title: labelSchema,
  plural: v.optional(labelSchema),
  rowTitle: v.string(),
  fields: v.pipe(
    v.array(field),
    v.minLength(1, () => m.description_noFields()),
    v.maxLength(200),
  ),
  quickSearch: v.array(v.string()),
  sorts: v.array(v.string()),
  sortGroups: v.optional(v.array(v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(5)))),
  defaultOrder: v.custom<`${string},${'asc' | 'desc'}`>(
    (input) => typeof input === 'string' && /^\w+,(asc|desc)$/.test(input),
  ),
  synonyms: v.optional(v.record(v.string(), v.optional(v.pipe(v.array(synonym), v.maxLength(50))))),
  tree: on,
  sortable: on,
  noImport: on,
  deleteNote: v.optional(labelSchema),
  form: v.optional(
    v.strictObject({
      as: v.optional(v.picklist(['dialog', 'drawer', 'page'])),
      size: v.optional(v.picklist(['md', 'lg', 'xl'])),
      sections: v.optional(v.array(section)),
      steps: on,
    }),
  ),
})

export type RuntimeDescription = v.InferOutput<typeof shape>

/**
 * The schema of a description from the database or from another program. It checks the shape, and that every name in it
 * exists.
 */
export const descriptionSchema = v.pipe(
  shape,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const message of inconsistencies(dataset.value)) addIssue({ message })
  }),
)

/** Messages about unknown names, duplicate names and defaults that do not fit their field. */
function inconsistencies(described: RuntimeDescription): string[] {
  const names = described.fields.map((one) => one.name)
  const known = new Set(names)
  // A password is never read, so rows cannot be searched or sorted by it.
  const readable = new Set(described.fields.filter((one) => !isSecret(one)).map(({ name }) => name))
  const columns = new Set([...readable, 'id', 'createTime', 'updateTime', 'sortKey'])
  const sections = new Set(described.form?.sections?.map((one) => one.key))
  const found: string[] = []
  const expect = (right: boolean, name: string) => {
    if (!right) found.push(m.description_unknown({ name }))
  }
  for (const name of names.filter((one, at) => names.indexOf(one) !== at)) found.push(m.description_twice({ name }))
  // Without fields, that is what is said.
  if (names.length === 0) return found
  for (const one of [described.rowTitle, ...described.quickSearch]) expect(readable.has(one), one)
  for (const one of [
    ...described.sorts,
    ...(described.sortGroups ?? []).flat(),
    described.defaultOrder.split(',')[0] ?? '',
  ])
    expect(columns.has(one), one)
  for (const one of Object.keys(described.synonyms ?? {})) expect(known.has(one), one)
  for (const one of described.fields) {
    if (one.showWhen) expect(known.has(one.showWhen.field), one.showWhen.field)
    if (one.section !== undefined) expect(sections.has(one.section), one.section)
    if ('rangeTo' in one && one.rangeTo !== undefined) {
      const end = described.fields.find((other) => other.name === one.rangeTo)
      expect(end?.type === one.type, one.rangeTo)
      if (end?.type === one.type && isZoneless(end) !== isZoneless(one))
        found.push(m.crud_zonelessRange({ from: one.name, to: end.name }))
    }
    const start = one.default
    const dynamic = typeof start === 'object' && start !== null && 'dynamic' in start
    if (start !== undefined && !dynamic && !v.is(fieldSchema(one), start)) {
      found.push(m.description_default({ name: one.name }))
    }
  }
  return found
}
