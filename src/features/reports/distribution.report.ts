import { widerSteps } from '#src/features/exam-engine/step-table.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { numberText } from '#src/ui/charts/number-text.ts'
import type { Block, BlockRow, BlockTable } from './blocks.ts'
import { columnAt, type FactUnit, markColumnName, type ReportFacts } from './report.facts.ts'

/** Tables by step have this many columns at most, so that they fit on paper. */
const MOST_STEPS = 15

/** Report 3: how many have which mark (一分一段). */
export function distributionReport(facts: ReportFacts): Block[] {
  const { col, unit, below, groups } = facts
  const stat = unit.stats.get(col)
  if (stat === null) return [{ kind: 'note', tone: 'withheld', text: m.report_withheld({ floor: facts.floor }) }]
  if (!stat || stat.counted === 0) return [{ kind: 'note', tone: 'fact', text: m.report_nobody() }]
  const units = [...below, ...groups]
  return [
    stepFigure(facts, stat.histogram),
    ...(units.length > 0 ? [unitSteps(facts, units)] : []),
    ...markTable(facts),
    { kind: 'note', tone: 'advice', text: m.report_adviceSteps() },
  ]
}

/** The width of a step in hundredths. */
function widthOf({ params, col, ...facts }: ReportFacts): number {
  const { steps } = params.policy
  return columnAt(facts, col).kind === 'total' ? steps.total : steps.subject
}

/** From where to where a step goes. The last one has the full mark. */
function stepText(from: number, width: number, full: number): string {
  const to = Math.min(from + width, full) / 100
  return from + width > full
    ? m.report_stepLast({ from: numberText(from / 100), to: numberText(to) })
    : m.report_step({ from: numberText(from / 100), to: numberText(to) })
}

function stepFigure(facts: ReportFacts, histogram: readonly number[]): Block {
  const column = columnAt(facts, facts.col)
  const width = widthOf(facts)
  const first = histogram.findIndex((count) => count > 0)
  const shown = histogram.flatMap((count, at) => (at < first ? [] : [{ from: at * width, count }]))
  return {
    kind: 'figure',
    title: m.report_distributionOf({ subject: markColumnName(facts, column), unit: facts.unit.name }),
    note: m.report_stepNote(),
    chart: {
      kind: 'histogram',
      axis: markColumnName(facts, column),
      counted: m.report_pupils(),
      bins: shown.map(({ from, count }) => ({ from: from / 100, to: (from + width) / 100, count })),
      lines: linesOf(facts),
    },
    table: cumulatedTable(
      m.report_marks(),
      shown.toReversed().map(({ from, count }) => ({
        key: String(from),
        name: stepText(from, width, column.fullMark),
        count,
      })),
    ),
  }
}

/** The lines of a total, and of a subject by the effective-score method. */
function linesOf({ run, col }: ReportFacts) {
  return run.lines.flatMap(({ name, column, mark, subjects }) => {
    const own = column === col ? mark : subjects.find((one) => one.column === col)?.line
    return own === null || own === undefined ? [] : [{ value: own / 100, label: name }]
  })
}

type Step = { key: string; name: string | number; count: number }

/** Counts from the top, with the number and the share of all that reach each of them. */
function cumulatedTable(label: string, steps: readonly Step[]): BlockTable {
  const all = steps.reduce((sum, { count }) => sum + count, 0)
  let sum = 0
  return {
    columns: [
      { key: 'mark', label, ...(steps.every(({ name }) => typeof name === 'number') && { number: {} }) },
      { key: 'count', label: m.report_pupils(), number: {} },
      { key: 'share', label: m.report_share(), number: { style: 'percent', digits: 1 } },
      { key: 'reach', label: m.report_cumulative(), number: {} },
      { key: 'reachShare', label: m.report_cumulativeShare(), number: { style: 'percent', digits: 1 } },
    ],
    rows: steps.map(({ key, name, count }): BlockRow => {
      sum += count
      return { key, cells: [name, count, count / all, sum, sum / all] }
    }),
  }
}

/** Every whole mark that occurs, of all candidates: only for whoever sees all of them. */
function markTable(facts: ReportFacts): Block[] {
  const { unit, whole, col, run } = facts
  const { steps } = columnAt(facts, col)
  if (!whole || unit.candidates < run.candidates) return []
  const table = { marks: Int32Array.from(steps.marks), counts: Int32Array.from(steps.counts) }
  const { marks, counts } = widerSteps(table, 100)
  const rows = Array.from(marks, (mark, at) => ({ key: String(mark), name: mark / 100, count: counts[at] ?? 0 }))
  return [{ kind: 'table', title: m.report_markTable(), table: cumulatedTable(m.report_mark(), rows) }]
}

function unitSteps(facts: ReportFacts, units: readonly FactUnit[]): Block {
  const { col } = facts
  const width = widthOf(facts)
  const counts = units.map(({ stats }) => stats.get(col)?.histogram ?? [])
  const used = counts.flatMap((own) => own.flatMap((count, at) => (count > 0 ? [at] : [])))
  const first = used.reduce((least, at) => Math.min(least, at), used[0] ?? 0)
  const last = used.reduce((most, at) => Math.max(most, at), 0)
  const wider = [1, 2, 5, 10, 20, 50].find((times) => Math.floor(last / times) - Math.floor(first / times) < MOST_STEPS)
  const times = wider ?? last - first + 1
  const steps = Array.from(
    { length: Math.floor(last / times) - Math.floor(first / times) + 1 },
    (_, at) => Math.floor(last / times) - at,
  )
  const full = columnAt(facts, col).fullMark
  return {
    kind: 'table',
    title: m.report_unitSteps({ width: numberText((times * width) / 100) }),
    table: {
      columns: [
        { key: 'unit', label: m.report_unit() },
        { key: 'counted', label: m.report_takers(), number: {} },
        ...steps.map((step) => ({
          key: String(step),
          label: stepText(step * times * width, times * width, full),
          number: {},
        })),
      ],
      rows: units.map(({ key, name, own, stats }, at): BlockRow => {
        const stat = stats.get(col)
        const sumOf = (step: number) =>
          (counts[at] ?? []).slice(step * times, (step + 1) * times).reduce((sum, count) => sum + count, 0)
        return {
          key,
          unit: own ? key : undefined,
          cells: [
            name,
            stat === null ? null : stat === undefined ? '' : stat.counted,
            ...steps.map((step) => (stat ? sumOf(step) : stat === null ? null : '')),
          ],
        }
      }),
    },
  }
}
