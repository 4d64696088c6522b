import { zScore } from '#src/features/exam-engine/unit-figures.ts'
import type { RunColumn, RunFacts, RunParams, RunUnitKind, StatFacts } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { BlockCell } from './blocks.ts'

// What a report is made of, read within the rights of the reader: whatever is in here may be shown.

/** The figures of a unit in a column: `null` when withheld, undefined when nobody sits it. */
export type Stat = StatFacts | null | undefined

export type FactUnit = {
  key: string
  kind: RunUnitKind
  name: string
  /** In the data scope of the reader: it may be opened. */
  own: boolean
  candidates: number
  /** By column. */
  stats: ReadonlyMap<number, Stat>
  /** The columns in which the number of its pupils is withheld, and the interval, which would tell it. */
  uncounted?: ReadonlySet<number> | undefined
}

/** A pupil near a line. The name is as the reader may see it. */
export type NearPupil = {
  key: string
  number: string
  name: string
  /** The name of the class; above schools, with the name of its school. */
  place: string
  /** Hundredths. */
  total: number
  /** The two weakest, weakest first: the Z of the subject less the mean of the pupil's own Zs. */
  subjects: readonly { subject: number; distance: number }[]
}

export type NearLine = {
  /** The place of the line in the run. */
  line: number
  /** How many are near, below the line and from it on. */
  below: number
  reached: number
  /** The nearest of them. */
  pupils: readonly NearPupil[]
}

export type NearPupils = {
  /** Marks on both sides of a line. */
  near: number
  /** The name of the unit among which marks have their Z. */
  among: string
  /** Whether the reader sees the names in full. */
  named: boolean
  /** Whether the unit has classes whose pupils the reader does not see. */
  isPart: boolean
  lines: readonly NearLine[]
}

/** Why there are none: only subjects are seen, a teaching group, results that are gone, pupils outside of the scope. */
export type NoPupils = 'subjects' | 'groups' | 'gone' | 'scope'

/**
 * What somebody sees of assigned scores: all of them; the places of the bands and the raw marks that are shown, and
 * whether the number of all takers is told; or why there is nothing.
 */
export type AssignedShown =
  | 'all'
  | 'few'
  | 'held'
  | { bands: ReadonlySet<number>; marks: ReadonlySet<number>; counted: boolean }

export type ReportFacts = {
  run: RunFacts
  params: RunParams
  /** The names of the subjects. */
  subjects: ReadonlyMap<number, string>
  /** The chosen column. */
  col: number
  /** The columns that the reader sees of the unit. */
  cols: readonly number[]
  unit: FactUnit
  /** The units of the reader right below it, in the order of their names. */
  below: readonly FactUnit[]
  /** The teaching groups of the subject within the unit. */
  groups: readonly FactUnit[]
  /** The unit to compare with; undefined when there is none. */
  reference: FactUnit | undefined
  /** The means of the other schools, without their names, lowest first; undefined when they are no part of it. */
  others: readonly number[] | undefined
  /** Whether the reader sees the whole exam: what belongs to all is shown in full. */
  whole: boolean
  assigned?: AssignedShown | undefined
  combos: readonly FactUnit[]
  /** The pupils near the lines, or why there are none; undefined when they are no part of it. */
  pupils: NearPupils | NoPupils | undefined
  /** The number of pupils below which a count of others is withheld. */
  floor: number
  /** The places of lines that are withheld. */
  hiddenLines?: readonly number[] | undefined
  /** Some figures of other units have marks of before, because corrections wait. */
  isHeld?: boolean | undefined
}

/** The stored name of a column: `raw-12`, `assigned-12`, `total`, `total-12`. */
export function columnKey({ kind, subject, track }: RunColumn): string {
  const id = kind === 'total' ? track : subject
  return id === null ? kind : `${kind}-${id}`
}

export function markColumnName(
  { subjects }: Pick<ReportFacts, 'subjects'>,
  { kind, subject, track }: RunColumn,
): string {
  const name = subjects.get((kind === 'total' ? track : subject) ?? 0) ?? ''
  if (kind === 'raw') return name
  if (kind === 'assigned') return m.report_assignedOf({ subject: name })
  return track === null ? m.report_total() : m.report_totalOf({ subject: name })
}

/** A column of the run. @throws RangeError for a place that is not there */
export function columnAt({ run }: Pick<ReportFacts, 'run'>, col: number): RunColumn {
  const found = run.columns[col]
  if (!found) throw new RangeError(`the run has no column ${col}`)
  return found
}

/** A cell of a figure: withheld with its unit, empty where there is nothing. */
export function figureCell(stat: Stat, read: (stat: StatFacts) => BlockCell | undefined): BlockCell {
  if (stat === null) return null
  const cell = stat && read(stat)
  return cell === undefined ? '' : cell
}

/** The rate of a band: withheld where the figures have no bands. */
export function rateOf({ bands }: StatFacts, at: number): BlockCell {
  return bands.length === 0 ? null : (bands[at]?.rate ?? '')
}

/** Hundredths as marks. */
export function inMarks(hundredths: number | null | undefined): number | '' {
  return hundredths === null || hundredths === undefined ? '' : hundredths / 100
}

/** Means have one decimal, of short papers two. */
export function meanDigits({ fullMark }: RunColumn): number {
  return fullMark <= 2000 ? 2 : 1
}

/** With fewer pupils, rates have no decimals. */
export const FEW = 50

/** Half of the 95% confidence interval of a mean. */
export function halfInterval({ error }: StatFacts): number | null {
  return error === null ? null : 1.96 * error
}

/** Whether a mean and another one can be told apart by the interval of the first. */
export function isApart(stat: StatFacts, mean: number): boolean {
  const half = halfInterval(stat)
  return half !== null && stat.mean !== null && Math.abs(stat.mean - mean) > half
}

/** T = 50 + 10 Z of the mean of a unit, among the pupils of another one. */
export function unitT(stat: StatFacts, among: Stat): number | '' {
  const z = among ? zScore(stat.mean, among.mean, among.deviation) : null
  return z === null ? '' : 50 + 10 * z
}

/** The label of a band of rates: its name with its border. */
export function bandLabel({ name, side, percent }: RunParams['content']['bands'][number]): string {
  return side === 'from' ? m.report_bandFrom({ name, percent }) : m.report_bandBelow({ name, percent })
}
