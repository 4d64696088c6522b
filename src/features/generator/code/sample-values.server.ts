import * as v from 'valibot'
import type { TextRule } from '#src/lib/rules.ts'
import { isShownAmong } from '#src/resource/cross-checks.ts'
import type { Field, FieldOf, FieldType, Option } from '#src/resource/description.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { isRank, isTable, relationTarget } from '#src/resource/field-traits.ts'
import { Raw, type Sourced, type SourcedObject } from './source-text.server.ts'

// A generated test needs values that the form takes. Of each type there are some to try; the schema of the field says
// which of them fit its rules and limits.

/** A value to try for the first row (0) or for the second one (1) of a test. */
type Samples<TField extends Field> = { tries(field: TField, at: number): readonly Sourced[] }

const days = (at: number) => `2026-03-0${at + 1}`
const texts = (at: number) => (at === 0 ? ['First', 'A1', 'A', '1'] : ['Second', 'B2', 'B', '2'])
const ruled: Readonly<Record<TextRule, readonly [string, string]>> = {
  account: ['first1', 'second2'],
  code: ['A1', 'B2'],
  mobile: ['13800138000', '13900139000'],
  phone: ['13800138000', '13900139000'],
  name: ['Li Lei', 'Han Meimei'],
  idNumber: ['11010519491231002X', '440524188001010014'],
  studentNumber: ['S1', 'S2'],
  email: ['first@example.com', 'second@example.com'],
  uuid: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  url: ['https://example.com/1', 'https://example.com/2'],
}

type Limited = { readonly min?: number; readonly max?: number }
const numbers = ({ min, max }: Limited, at: number) => [10 + at, (min ?? 0) + at, (max ?? 0) - at, 2020 + at, min ?? 1]
const addresses = ({ multiple }: { readonly multiple?: boolean }, at: number, ending: string) => {
  const one = `/file-${at + 1}.${ending}`
  return [multiple ? [one] : one]
}
const offered = (options: readonly Option[]) => options.filter(({ retired }) => !retired).map(({ value }) => value)

const samples: { readonly [T in FieldType]: Samples<FieldOf<T>> } = {
  text: { tries: ({ rule }, at) => (rule ? [ruled[rule][at] ?? ''] : texts(at)) },
  password: { tries: (_field, at) => [`Locked-gate-${at + 41}`] },
  integer: { tries: numbers },
  number: { tries: numbers },
  money: { tries: numbers },
  year: { tries: ({ min, max }, at) => [2020 + at, (min ?? 2000) + at, (max ?? 2100) - at] },
  switch: { tries: (_field, at) => [at === 0 ? 1 : 0] },
  select: {
    tries: ({ options, multiple }, at) => {
      const values = offered(options)
      const one = values[at] ?? values[0]
      return one === undefined ? [] : [multiple ? [one] : one]
    },
  },
  texts: { tries: (_field, at) => texts(at).map((one) => [one]) },
  pairs: { tries: (_field, at) => texts(at).map((one) => [{ key: one, value: one }]) },
  date: { tries: ({ min, max }, at) => [days(at), min ?? null, max ?? null] },
  datetime: { tries: (_field, at) => [`${days(at)}T08:00:00.000Z`] },
  time: { tries: (_field, at) => [`0${8 + at}:30:00`] },
  icon: { tries: (_field, at) => [at === 0 ? 'fa fa-home' : 'fa fa-star'] },
  color: { tries: (_field, at) => [at === 0 ? '#336699' : '#996633'] },
  json: { tries: (_field, at) => [JSON.stringify({ en: texts(at)[0] })] },
  image: { tries: (field, at) => addresses(field, at, 'png') },
  file: { tries: (field, at) => addresses(field, at, 'pdf') },
  editor: { tries: (_field, at) => [`<p>${texts(at)[0] ?? ''}</p>`] },
  relation: { tries: () => [] },
  area: { tries: ({ levels = 3 }, at) => [(at === 0 ? '440305' : '440304').slice(0, levels * 2)] },
  rows: { tries: () => [] },
}

/** Code that finds a row for a relation. Undefined where none can be found. */
export type Choosing = (name: string, field: Field) => Raw | undefined

/** A value that a field takes, as it is stored. Undefined where none was found. */
export function sampleValue(field: Field, at: number, choosing: Choosing): Sourced {
  const pointed = relationTarget(field)
  if (pointed) {
    const chosen = choosing(field.name, field)
    return chosen && pointed.many ? [chosen] : chosen
  }
  if (isTable(field)) return rowsOf(field, at, choosing)
  const of: Samples<Field> = samples[field.type]
  const tried = isRank(field) ? [at + 1] : of.tries(field, at)
  for (const one of tried) {
    const read = v.safeParse(fieldSchema(field), one)
    if (one !== null && read.success) return plain(read.output)
  }
  return undefined
}

function rowsOf(field: FieldOf<'rows'>, at: number, choosing: Choosing): Sourced {
  const row: Record<string, Sourced> = {}
  for (const cell of field.fields) {
    if (cell.showWhen || cell.readOnly) continue
    const value = sampleValue(cell, at, (_name, pointing) => choosing(`${field.name}.${cell.name}`, pointing))
    if (value === undefined && cell.required) return undefined
    if (value !== undefined) row[cell.name] = value
  }
  return Array.from({ length: Math.max(1, field.minItems ?? 1) }, () => row)
}

/** The values of a new row, by field. Without those that its form does not show with them. */
export function sampleBody(fields: readonly Field[], at: number, choosing: Choosing, all = true): SourcedObject {
  const wanted = fields.filter(({ readOnly, required }) => !readOnly && (all || required === true))
  const found = wanted.flatMap((field) => {
    const value = sampleValue(field, at, choosing)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  // The form sees ids where the code has calls.
  const typed = Object.fromEntries(found.map(([name, value]) => [name, value instanceof Raw ? 1 : value]))
  const shown = new Set(fields.filter((field) => isShownAmong(fields, field, typed)).map(({ name }) => name))
  return Object.fromEntries(found.filter(([name]) => shown.has(name)))
}

/** What a schema gives of a sample is plain data. */
function plain(value: unknown): Sourced {
  return JSON.parse(JSON.stringify(value))
}
