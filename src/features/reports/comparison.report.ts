import { aboveAverage } from '#src/features/exam-engine/unit-figures.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Block, BlockChart, BlockColumn, BlockRow } from './blocks.ts'
import { deviationNote, isFew } from './overview.report.ts'
import {
  bandLabel,
  columnAt,
  type FactUnit,
  figureCell,
  halfInterval,
  inMarks,
  isApart,
  markColumnName,
  meanDigits,
  type ReportFacts,
  rateOf,
  unitT,
} from './report.facts.ts'

/** Report 2: the units below one, or the unit itself, each with its interval. There is no rank. */
export function comparisonReport(facts: ReportFacts): Block[] {
  const { unit, below, groups } = facts
  const blocks: Block[] = []
  const rows = below.length > 0 ? below : [unit]
  const title = below.length > 0 ? m.report_unitsOf({ unit: unit.name }) : unit.name
  blocks.push(unitFigure(facts, title, rows))
  if (groups.length > 0) blocks.push(unitFigure(facts, m.report_groupsOf({ unit: unit.name }), groups))
  blocks.push(...othersFigure(facts))
  const told = toldApart(facts, rows)
  // Without a line through the dots, a full one says nothing.
  if (isMeanShown(facts)) blocks.push({ kind: 'note', tone: 'advice', text: m.report_adviceInterval() })
  if (told) blocks.push({ kind: 'note', tone: 'fact', text: told })
  return blocks
}

/** The unit that others are compared with: the chosen one, else the one that has them all. */
function baseOf({ reference, unit }: ReportFacts): FactUnit {
  return reference ?? unit
}

/** Whether there is a mean to compare with. It may be withheld. */
function isMeanShown(facts: ReportFacts): boolean {
  return typeof baseOf(facts).stats.get(facts.col)?.mean === 'number'
}

function unitFigure(facts: ReportFacts, title: string, units: readonly FactUnit[]): Block {
  const { col } = facts
  const column = columnAt(facts, col)
  const digits = meanDigits(column)
  const base = baseOf(facts)
  const all = base.stats.get(col)
  const chart: BlockChart = {
    kind: 'dots',
    axis: m.report_meanOfSubject({ subject: markColumnName(facts, column) }),
    heading: m.report_mean(),
    digits,
    ...(all &&
      all.mean !== null && { reference: { value: all.mean / 100, label: m.report_meanOf({ unit: base.name }) } }),
    rows: units.map(({ key, name, own, stats }) => ({
      key,
      name,
      value: intervalOf(stats.get(col)),
      unit: own ? key : undefined,
    })),
  }
  return {
    kind: 'figure',
    title,
    note: m.report_sentences({ one: m.report_intervalNote(), two: deviationNote(facts) }),
    chart,
    table: unitTable(facts, units, base),
  }
}

function intervalOf(stat: ReturnType<FactUnit['stats']['get']>) {
  if (!stat) return stat
  const half = halfInterval(stat)
  if (stat.mean === null) return undefined
  const mean = stat.mean / 100
  return { value: mean, low: mean - (half ?? 0) / 100, high: mean + (half ?? 0) / 100 }
}

function unitTable(facts: ReportFacts, units: readonly FactUnit[], base: FactUnit) {
  const { col, params } = facts
  const { bands } = params.content
  const digits = meanDigits(columnAt(facts, col))
  const among = base.stats.get(col)
  const columns: BlockColumn[] = [
    { key: 'unit', label: m.report_unit() },
    { key: 'counted', label: m.report_takers(), number: {} },
    { key: 'mean', label: m.report_mean(), number: { digits } },
    { key: 'half', label: m.report_half(), number: { digits } },
    { key: 'deviation', label: m.report_deviation(), number: { digits: 1 } },
    { key: 'above', label: m.report_aboveAverage(), number: { style: 'percent', digits: 1 } },
    ...bands.map(
      (band, at): BlockColumn => ({
        key: `band-${at}`,
        label: bandLabel(band),
        number: { style: 'percent', digits: 1 },
      }),
    ),
    { key: 't', label: m.report_t(), number: { digits: 1 } },
  ]
  const rowOf = ({ key, name, own, stats, uncounted }: FactUnit, isBase: boolean): BlockRow => {
    const stat = stats.get(col)
    const cell = (read: Parameters<typeof figureCell>[1]) => figureCell(stat, read)
    const isCounted = uncounted?.has(col) !== true
    return {
      key,
      unit: own && !isBase ? key : undefined,
      own: isBase || undefined,
      few: isFew(stat),
      cells: [
        name,
        cell(({ counted }) => (isCounted ? counted : null)),
        cell(({ mean }) => inMarks(mean)),
        cell((it) => (isCounted ? inMarks(halfInterval(it)) : null)),
        cell(({ deviation }) => inMarks(deviation)),
        isBase ? '' : cell(({ mean }) => aboveAverage(mean, among?.mean ?? null) ?? ''),
        ...bands.map((_, at) => cell((it) => rateOf(it, at))),
        isBase ? '' : cell((it) => unitT(it, among)),
      ],
    }
  }
  const others = units.filter(({ key }) => key !== base.key)
  return { columns, rows: [...others.map((unit) => rowOf(unit, false)), rowOf(base, true)] }
}

/** How many units differ from the base, or why nobody should look for the best. */
function toldApart(facts: ReportFacts, units: readonly FactUnit[]): string | undefined {
  const mean = baseOf(facts).stats.get(facts.col)?.mean
  if (mean === null || mean === undefined || units.length < 2) return undefined
  const known = units.flatMap(({ stats }) => stats.get(facts.col) ?? [])
  const apart = known.filter((stat) => isApart(stat, mean)).length
  return m.report_toldApart({ apart, all: known.length })
}

/** The means of other schools as dots without names. */
function othersFigure(facts: ReportFacts): Block[] {
  const { others, col, unit } = facts
  const own = unit.stats.get(col)
  if (others === undefined) return []
  if (others.length === 0 || !own || own.mean === null)
    return [{ kind: 'note', tone: 'withheld', text: m.report_othersWithheld() }]
  const digits = meanDigits(columnAt(facts, col))
  return [
    {
      kind: 'figure',
      title: m.report_othersTitle(),
      note: m.report_othersNote(),
      chart: {
        kind: 'strip',
        axis: m.report_mean(),
        line: { value: own.mean / 100, label: unit.name },
        dots: others.map((mean, at) => ({ key: String(at), name: m.report_otherSchool(), value: mean / 100 })),
      },
      table: {
        columns: [
          { key: 'what', label: m.report_othersTitle() },
          { key: 'value', label: m.report_mean(), number: { digits } },
        ],
        rows: [
          { key: 'lowest', cells: [m.report_lowest(), inMarks(others[0])] },
          { key: 'median', cells: [m.report_median(), inMarks(middleOf(others))] },
          { key: 'highest', cells: [m.report_highest(), inMarks(others.at(-1))] },
        ],
      },
    },
  ]
}

function middleOf(sorted: readonly number[]): number | undefined {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
