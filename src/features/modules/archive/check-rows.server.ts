import * as v from 'valibot'
import type { Design } from '#src/features/generator/design.schema.ts'
import { fieldsOf } from '#src/features/generator/steps.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { addressesIn, isRequired, isSecret, optionsOf, relationTarget } from '#src/resource/field-traits.ts'
import type { CheckedFilter } from '#src/server/list/filter.server.ts'
import { filterSchema } from '#src/server/list/filter.server.ts'
import type { ModuleManifest, ModulePanel } from '../manifest.schema.ts'
import type { Complain } from './complain.ts'
import { shownName } from './module-limits.ts'

type Designs = ReadonlyMap<string, Design>

/** Fields that each row has, besides those of its description. */
const BASE = ['id', 'createTime', 'updateTime']

/** What is wrong with the panels of the dashboard. */
export function panelProblems({ panels = [] }: ModuleManifest, designs: Designs, complain: Complain) {
  panels.forEach((panel, at) => {
    const place = `panels.${at}`
    const design = designs.get(panel.resource)
    if (!design) {
      complain(`${place}.resource`, m.module_noResource({ resource: shownName(panel.resource) }))
      return
    }
    const fields = fieldsOf(design.description).filter((field) => !isSecret(field))
    const known = readableIn(design)
    const expect = (path: string, name: string, right = known.includes(name)) => {
      if (!right) complain(`${place}.${path}`, m.module_noField({ name: shownName(name) }))
    }
    checkFilter(panel.filter, known, (text) => complain(`${place}.filter`, text))
    checkKind(panel, fields, design, expect)
  })
}

/** The names of the fields that a filter, or a text, of a module may use. */
export function readableIn({ description }: Design): string[] {
  const fields = fieldsOf(description).filter((field) => !isSecret(field))
  return [...BASE, ...fields.map(({ name }) => name)]
}

/** Says what is wrong with a filter: it is none, or it has fields that are not `known`. */
export function checkFilter(filter: string | undefined, known: readonly string[], complain: (text: string) => void) {
  if (filter === undefined) return
  const names = namesIn(filter)
  if (!names) complain(m.module_noFilter())
  for (const name of names ?? []) if (!known.includes(name)) complain(m.module_noField({ name: shownName(name) }))
}

type Expect = (path: string, name: string, right?: boolean) => void

function checkKind(panel: ModulePanel, fields: readonly Field[], { description }: Design, expect: Expect) {
  if (panel.kind === 'list') {
    for (const name of panel.fields) expect('fields', name)
    const [order = ''] = (panel.order ?? description.defaultOrder).split(',')
    expect('order', order, [...description.sorts, description.defaultOrder.split(',')[0], 'id'].includes(order))
  }
  if (panel.kind === 'groups') {
    const by = fields.find(({ name }) => name === panel.by)
    // Values of several options are no groups: a row would be in more than one.
    const single = by !== undefined && !('multiple' in by && by.multiple === true)
    // Of all fields, only a switch takes a truth.
    expect('by', panel.by, single && (optionsOf(by) !== undefined || v.is(fieldSchema(by), true)))
  }
}

/** The fields of a filter, as lists take it. Undefined when it is none. */
function namesIn(filter: string): string[] | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), filterSchema), filter)
  return read.success ? conditionsOf(read.output) : undefined
}

function conditionsOf(tree: CheckedFilter): string[] {
  if ('and' in tree) return tree.and.flatMap(conditionsOf)
  return 'or' in tree ? tree.or.flatMap(conditionsOf) : [tree.field]
}

/** Rows of a new installation: of one resource, and of all together. Each is added like one of a form. */
const MOST_ROWS = 1000
const MOST_SEEDS = 5000

type Seeds = NonNullable<ModuleManifest['seeds']>[number]
type SeedValue = Seeds['rows'][number]['values'][string]

/** What is wrong with the rows of a new installation. */
export function seedProblems({ seeds = [] }: ModuleManifest, designs: Designs, complain: Complain) {
  const rows = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { resource, rows: given } of seeds) counts.set(resource, (counts.get(resource) ?? 0) + given.length)
  const most = Math.max(0, ...counts.values())
  const all = seeds.reduce((sum, { rows: given }) => sum + given.length, 0)
  if (most > MOST_ROWS || all > MOST_SEEDS) {
    complain('seeds', m.module_manySeeds({ most: MOST_ROWS, all: MOST_SEEDS }))
    return
  }
  seeds.forEach(({ resource, rows: given }, at) => {
    const design = designs.get(resource)
    if (!design) {
      complain(`seeds.${at}.resource`, m.module_noResource({ resource: shownName(resource) }))
      return
    }
    const fields = new Map(fieldsOf(design.description).map((field) => [field.name, checkOf(field)]))
    given.forEach(({ seed, values }, row) => {
      const place = `seeds.${at}.rows.${row}`
      for (const [name, { required }] of fields)
        if (required && !Object.hasOwn(values, name)) complain(`${place}.values`, m.module_noValue({ name }))
      for (const [name, value] of Object.entries(values)) {
        const fault =
          fields.get(name)?.fault(value, rows) ?? (fields.has(name) ? undefined : m.module_noField({ name }))
        if (fault !== undefined) complain(`${place}.values.${name}`, fault)
      }
      if (seed === undefined) return
      if (rows.has(seed)) complain(`${place}.seed`, m.module_twice({ name: shownName(seed) }))
      rows.set(seed, resource)
    })
  })
}

/** What checks the values of a field. `rows`: the named rows so far, with their resources. */
function checkOf(field: Field) {
  const schema = fieldSchema(field)
  const target = relationTarget(field)
  const fits = (value: unknown) => (v.is(schema, value) ? undefined : m.module_badValue({ name: field.name }))
  return {
    required: isRequired(field),
    fault(value: SeedValue, rows: ReadonlyMap<string, string>): string | undefined {
      // Files come with nobody: an address would lead to another machine.
      const isFile = addressesIn(field) === 'value' && value !== ''
      if (isSecret(field) || field.readOnly === true || isFile) return m.module_badValue({ name: field.name })
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return target && value !== null ? m.module_badValue({ name: field.name }) : fits(value)
      if (!('seed' in value)) return fits(value['zh-cn']) ?? fits(value.en)
      const isRow = target && !target.many && rows.get(value.seed) === target.resource
      return isRow ? undefined : m.module_noSeed({ seed: shownName(value.seed) })
    },
  }
}
