import * as v from 'valibot'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import type { Block } from './blocks.ts'

// What the calls of reports answer. The types of blocks are in `blocks.ts`; these are the same, for the document.

const number = v.optional(
  v.object({ style: v.optional(v.picklist(['decimal', 'percent'])), digits: v.optional(v.number()) }),
)
const table = v.object({
  columns: v.array(v.object({ key: v.string(), label: v.string(), number })),
  rows: v.array(
    v.object({
      key: v.string(),
      /** `null` is withheld; an empty text is no data. */
      cells: v.array(v.nullable(v.union([v.string(), v.number()]))),
      unit: v.optional(v.string()),
      own: v.optional(v.boolean()),
      few: v.optional(v.boolean()),
    }),
  ),
})

const rowsOf = <T extends v.GenericSchema>(value: T) =>
  v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      value: v.optional(v.nullable(value)),
      own: v.optional(v.boolean()),
      unit: v.optional(v.string()),
    }),
  )
const numbers = <const K extends string>(...keys: K[]) => {
  // Seam: the entries have the keys that are given.
  return v.object(Object.fromEntries(keys.map((key) => [key, v.number()])) as Record<K, v.NumberSchema<undefined>>)
}
const line = v.object({ value: v.number(), label: v.string() })

const chart = v.variant('kind', [
  v.object({
    kind: v.literal('bands'),
    bands: v.array(v.string()),
    counted: v.string(),
    rows: rowsOf(v.array(v.number())),
  }),
  v.object({ kind: v.literal('bars'), axis: v.string(), heading: v.string(), rows: rowsOf(v.number()) }),
  v.object({
    kind: v.literal('boxes'),
    axis: v.string(),
    rows: rowsOf(numbers('min', 'q1', 'median', 'q3', 'max', 'mean')),
  }),
  v.object({
    kind: v.literal('dots'),
    axis: v.string(),
    heading: v.string(),
    digits: v.number(),
    rows: rowsOf(numbers('value', 'low', 'high')),
    reference: v.optional(line),
  }),
  v.object({
    kind: v.literal('histogram'),
    axis: v.string(),
    counted: v.string(),
    bins: v.array(v.object({ from: v.number(), to: v.number(), count: v.nullable(v.number()) })),
    lines: v.array(line),
  }),
  v.object({ kind: v.literal('double'), rows: rowsOf(numbers('totalOnly', 'both', 'subjectOnly', 'neither')) }),
  v.object({
    kind: v.literal('curve'),
    axis: v.string(),
    assignedAxis: v.string(),
    points: v.array(numbers('raw', 'assigned')),
    grades: v.array(v.object({ label: v.string(), from: v.number(), to: v.number() })),
  }),
  v.object({
    kind: v.literal('strip'),
    axis: v.string(),
    dots: v.array(v.object({ key: v.string(), name: v.string(), value: v.number() })),
    line,
    near: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('trend'),
    axis: v.string(),
    periods: v.array(v.string()),
    series: v.array(
      v.object({ key: v.string(), name: v.string(), values: v.array(v.union([v.number(), v.literal('')])) }),
    ),
  }),
])

const block = v.variant('kind', [
  v.object({ kind: v.literal('heading'), text: v.string() }),
  v.object({ kind: v.literal('note'), tone: v.picklist(['fact', 'advice', 'withheld']), text: v.string() }),
  v.object({ kind: v.literal('remark'), title: v.string(), text: v.string(), by: v.string() }),
  v.object({ kind: v.literal('table'), title: v.string(), note: v.optional(v.string()), table }),
  v.object({ kind: v.literal('figure'), title: v.string(), note: v.optional(v.string()), chart, table }),
])

/** The blocks of a sheet, which the document describes once, with the other reports; and the footer. */
export const blockAnswer = v.array(
  knownAs<Block>(v.looseObject({ kind: v.picklist(['heading', 'note', 'remark', 'table', 'figure']) })),
)
export const footAnswer = v.array(v.strictObject({ label: v.string(), text: v.string() }))

const choice = v.strictObject({ value: v.string(), label: v.string() })

/** A report: its blocks, what it is about, and what may be chosen instead. */
export const reportAnswer = v.strictObject({
  title: v.string(),
  exam: v.strictObject({ id: v.number(), name: v.string() }),
  version: v.string(),
  unit: v.string(),
  /** From the highest unit of the reader to the chosen one. */
  path: v.array(v.strictObject({ key: v.string(), name: v.string() })),
  /** The chosen subject; an empty text where a report is of all. */
  subject: v.string(),
  subjects: v.array(choice),
  /** The unit that is compared with; an empty text for none. */
  with: v.string(),
  comparable: v.array(choice),
  blocks: v.array(knownAs<Block>(block)),
  footer: footAnswer,
})

/** The exams that the reader can read, each with its versions. */
export const reportIndexAnswer = v.strictObject({
  list: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      since: v.string(),
      until: v.string(),
      held: v.boolean(),
      versions: v.array(
        v.strictObject({
          key: v.string(),
          number: v.nullable(v.number()),
          run: v.number(),
          time: v.string(),
          note: v.string(),
        }),
      ),
      units: v.array(v.strictObject({ key: v.string(), name: v.string() })),
    }),
  ),
})
