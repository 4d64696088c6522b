import type { StatFacts } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { numberText } from '#src/ui/charts/number-text.ts'
import type { Block, BlockColumn, BlockRow } from './blocks.ts'
import {
  bandLabel,
  columnAt,
  columnKey,
  FEW,
  figureCell,
  inMarks,
  markColumnName,
  meanDigits,
  type ReportFacts,
  rateOf,
  type Stat,
} from './report.facts.ts'

/** The columns that have figures in the unit: raw marks, assigned scores, totals. */
function shownColumns({ run, unit }: ReportFacts): number[] {
  return run.columns.flatMap((_, col) => (unit.stats.get(col) === undefined ? [] : [col]))
}

/** Report 1: every subject of a unit on one page. */
export function overviewReport(facts: ReportFacts): Block[] {
  const cols = shownColumns(facts)
  if (cols.length === 0) return [{ kind: 'note', tone: 'fact', text: m.report_nobody() }]
  return [
    subjectTable(facts, cols),
    ...bandFigure(facts, cols),
    boxFigure(facts, cols),
    ...advice(facts, cols).map((text): Block => ({ kind: 'note', tone: 'advice', text })),
  ]
}

function subjectTable(facts: ReportFacts, cols: readonly number[]): Block {
  const { params, unit, reference } = facts
  const { bands } = params.content
  const small = cols.some((col) => meanDigits(columnAt(facts, col)) > 1)
  const mean = { digits: small ? 2 : 1 }
  const columns: BlockColumn[] = [
    { key: 'subject', label: m.report_subject() },
    { key: 'full', label: m.report_fullMark(), number: {} },
    { key: 'enrolled', label: m.report_enrolled(), number: {} },
    { key: 'counted', label: m.report_takers(), number: {} },
    { key: 'absent', label: m.report_absent(), number: {} },
    { key: 'mean', label: m.report_mean(), number: mean },
    ...(reference ? [{ key: 'reference', label: m.report_meanOf({ unit: reference.name }), number: mean }] : []),
    { key: 'deviation', label: m.report_deviation(), number: { digits: 1 } },
    { key: 'rate', label: m.report_scoreRate(), number: percent },
    ...bands.map((band, at) => ({ key: `band-${at}`, label: bandLabel(band), number: percent })),
    { key: 'highest', label: m.report_highest(), number: {} },
    { key: 'lowest', label: m.report_lowest(), number: {} },
  ]
  const rows = cols.map((col): BlockRow => {
    const column = columnAt(facts, col)
    const stat = unit.stats.get(col)
    const cell = (read: Parameters<typeof figureCell>[1]) => figureCell(stat, read)
    return {
      key: columnKey(column),
      few: isFew(stat),
      cells: [
        markColumnName(facts, column),
        column.fullMark / 100,
        cell((own) => own.enrolled),
        cell((own) => own.counted),
        // Why somebody has no total may differ from subject to subject.
        column.kind === 'total' ? '' : cell((own) => own.absent),
        cell(({ mean: own }) => inMarks(own)),
        ...(reference ? [figureCell(reference.stats.get(col), ({ mean: own }) => inMarks(own))] : []),
        cell(({ deviation }) => inMarks(deviation)),
        cell(({ mean: own }) => (own === null ? '' : own / column.fullMark)),
        ...bands.map((_, at) => cell((it) => rateOf(it, at))),
        cell(({ highest }) => inMarks(highest)),
        cell(({ lowest }) => inMarks(lowest)),
      ],
    }
  })
  return { kind: 'table', title: m.report_subjects(), note: deviationNote(facts), table: { columns, rows } }
}

const percent = { style: 'percent', digits: 1 } as const

/** Whether rates of a unit have no decimals. */
export function isFew(stat: Stat): boolean | undefined {
  return stat && stat.counted < FEW ? true : undefined
}

/** What the deviations are divided by, and what rates are shares of. */
export function deviationNote({ params: { policy } }: Pick<ReportFacts, 'params'>): string {
  const divisor = policy.deviation === 'sample' ? m.report_divisorSample() : m.report_divisorPopulation()
  const rates = policy.ratesOf === 'takers' ? m.report_ratesOfTakers() : m.report_ratesOfEnrolled()
  return m.report_sentences({ one: divisor, two: rates })
}

/** The borders of the bands in percent, highest first. */
export function bandBorders({ params }: Pick<ReportFacts, 'params'>): number[] {
  return [...new Set(params.content.bands.map(({ percent: border }) => border))].sort((one, other) => other - one)
}

/** The names of the parts between the borders, best first. */
export function partNames(borders: readonly number[]): string[] {
  const text = (border: number) => numberText(border)
  return [
    ...borders.map((border, at) => {
      const above = borders[at - 1]
      return above === undefined
        ? m.report_partFrom({ from: text(border) })
        : m.report_partBetween({ from: text(border), to: text(above) })
    }),
    m.report_partBelow({ to: text(borders.at(-1) ?? 0) }),
  ]
}

/** How many are in each part between the borders, best first. */
export function bandParts({ params }: Pick<ReportFacts, 'params'>, { bands, counted }: StatFacts): number[] {
  const borders = bandBorders({ params })
  const reached = borders.map((border) => {
    const at = params.content.bands.findIndex(({ percent: own }) => own === border)
    const count = bands[at]?.count ?? 0
    return params.content.bands[at]?.side === 'from' ? count : counted - count
  })
  return [...reached, counted].map((count, at) => count - (reached[at - 1] ?? 0))
}

function bandFigure(facts: ReportFacts, cols: readonly number[]): Block[] {
  const borders = bandBorders(facts)
  if (borders.length === 0) return []
  const names = partNames(borders)
  const parts = cols.map((col) => {
    const stat = facts.unit.stats.get(col)
    return { column: columnAt(facts, col), value: stat && bandParts(facts, stat) }
  })
  return [
    {
      kind: 'figure',
      title: m.report_bandsTitle(),
      note: m.report_bandsNote(),
      chart: {
        kind: 'bands',
        bands: names,
        counted: m.report_takers(),
        rows: parts.map(({ column, value }) => ({
          key: columnKey(column),
          name: markColumnName(facts, column),
          value,
        })),
      },
      table: {
        columns: [
          { key: 'subject', label: m.report_subject() },
          ...names.map((label, at) => ({ key: String(at), label, number: {} })),
        ],
        rows: parts.map(({ column, value }) => ({
          key: columnKey(column),
          cells: [markColumnName(facts, column), ...names.map((_, at) => (value ? (value[at] ?? '') : (value ?? '')))],
        })),
      },
    },
  ]
}

function boxFigure(facts: ReportFacts, cols: readonly number[]): Block {
  const boxes = cols.map((col) => {
    const column = columnAt(facts, col)
    const stat = facts.unit.stats.get(col)
    return { column, stat, value: stat && fiveOf(stat, column.fullMark) }
  })
  const shown = ['lowest', 'q1', 'median', 'q3', 'highest'] as const
  const labels = {
    lowest: m.report_lowest(),
    q1: m.report_lowerQuartile(),
    median: m.report_median(),
    q3: m.report_upperQuartile(),
    highest: m.report_highest(),
  }
  return {
    kind: 'figure',
    title: m.report_spreadTitle(),
    note: m.report_spreadNote(),
    chart: {
      kind: 'boxes',
      axis: m.report_shareOfFull(),
      rows: boxes.map(({ column, value }) => ({ key: columnKey(column), name: markColumnName(facts, column), value })),
    },
    table: {
      columns: [
        { key: 'subject', label: m.report_subject() },
        ...shown.map((key) => ({ key, label: labels[key], number: { digits: 1 } })),
      ],
      rows: boxes.map(({ column, stat }) => ({
        key: columnKey(column),
        cells: [
          markColumnName(facts, column),
          ...[
            (own: StatFacts) => own.lowest,
            (own: StatFacts) => own.percentiles[1],
            (own: StatFacts) => own.percentiles[2],
            (own: StatFacts) => own.percentiles[3],
            (own: StatFacts) => own.highest,
          ].map((read) => figureCell(stat, (own) => inMarks(read(own)))),
        ],
      })),
    },
  }
}

function fiveOf({ lowest, highest, percentiles, mean }: StatFacts, full: number) {
  const [, q1 = null, median = null, q3 = null] = percentiles
  if (lowest === null || highest === null || mean === null || q1 === null || median === null || q3 === null)
    return undefined
  return {
    min: lowest / full,
    q1: q1 / full,
    median: median / full,
    q3: q3 / full,
    max: highest / full,
    mean: mean / full,
  }
}

/** What to look at: papers that are hard, easy or hardly tell pupils apart, and absences. */
function advice(facts: ReportFacts, cols: readonly number[]): string[] {
  return cols.flatMap((col) => {
    const column = columnAt(facts, col)
    const stat = facts.unit.stats.get(col)
    if (!stat || stat.mean === null || column.kind !== 'raw') return []
    const subject = markColumnName(facts, column)
    const rate = stat.mean / column.fullMark
    const share = (value: number) => numberText(value, { style: 'percent' })
    const spread = (stat.deviation ?? 0) / column.fullMark
    return [
      ...(rate < 0.5 ? [m.report_adviceHard({ subject, rate: share(rate) })] : []),
      ...(rate > 0.75 ? [m.report_adviceEasy({ subject, rate: share(rate) })] : []),
      ...(stat.deviation !== null && stat.counted >= FEW && spread < 0.12
        ? [m.report_adviceNarrow({ subject, share: share(spread) })]
        : []),
      ...(stat.absent > 0.05 * stat.enrolled
        ? [m.report_adviceAbsent({ subject, share: share(stat.absent / stat.enrolled) })]
        : []),
    ]
  })
}
