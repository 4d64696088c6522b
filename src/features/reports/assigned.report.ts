import type { RunAssigned } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Block, BlockColumn, BlockRow } from './blocks.ts'
import { isFew } from './overview.report.ts'
import {
  columnAt,
  figureCell,
  halfInterval,
  inMarks,
  markColumnName,
  meanDigits,
  type ReportFacts,
} from './report.facts.ts'

/** Report 6: how raw marks became assigned scores, and the combinations. */
export function assignedReport(facts: ReportFacts): Block[] {
  const { run, col, params, whole } = facts
  const subject = columnAt(facts, col).subject
  const outcome = run.assigned.find((one) => one.subject === subject)
  const blocks = [...(outcome ? assignedBlocks(facts, outcome) : []), ...comboBlocks(facts)]
  if (run.assigned.length > 0 && !outcome)
    blocks.unshift({ kind: 'note', tone: 'fact', text: m.report_chooseAssigned() })
  if (blocks.length > 0) return blocks
  const text = !whole && params.content.combinations.length > 0 ? m.report_combosWithheld() : m.report_noAssigned()
  return [{ kind: 'note', tone: 'fact', text }]
}

function assignedBlocks(facts: ReportFacts, outcome: RunAssigned): Block[] {
  const subject = facts.subjects.get(outcome.subject) ?? ''
  const { assigned, floor } = facts
  if (assigned === 'few') return [{ kind: 'note', tone: 'withheld', text: m.report_withheld({ floor }) }]
  if (assigned === 'held') return [{ kind: 'note', tone: 'withheld', text: m.report_assignedHeld({ floor }) }]
  const warnings: Block[] =
    outcome.few && isCounted(facts)
      ? [{ kind: 'note', tone: 'advice', text: m.report_fewTakers({ subject, number: outcome.takers }) }]
      : []
  return [...warnings, quotaTable(facts, outcome, subject), curveFigure(facts, outcome, subject)]
}

/** Whether the number of takers is told: quotas are shares of it, and the bands add up to it. */
function isCounted({ assigned }: ReportFacts): boolean {
  return typeof assigned !== 'object' || assigned.counted
}

/** How many are in each band, as far as the reader may know. */
function countsShown({ assigned }: ReportFacts, bands: RunAssigned['bands']): (number | null)[] {
  return bands.map(({ takers }, at) => (typeof assigned !== 'object' || assigned.bands.has(at) ? takers : null))
}

/** Each band with what it may hold and what it holds. Of few pupils, others see no numbers. */
function quotaTable(facts: ReportFacts, { bands, takers }: RunAssigned, subject: string): Block {
  const { params } = facts
  const counts = countsShown(facts, bands)
  const isTold = isCounted(facts)
  const isCut = !isTold || counts.includes(null)
  let reached = 0
  const rows = bands.map((band, at): BlockRow => {
    const { name = '', percent = 0, high = 0, low = 0 } = params.content.assignBands[at] ?? {}
    const count = counts[at] ?? null
    reached += band.takers
    return {
      key: String(at),
      cells: [
        name,
        percent / 100,
        // Nearly as many are in the bands.
        isTold && count !== null ? band.quota : null,
        // Sums over withheld counts would tell them.
        isCut ? null : reached,
        isTold ? count : null,
        !isTold || count === null ? null : takers === 0 ? '' : count / takers,
        count === null ? null : inMarks(band.highest),
        count === null ? null : inMarks(band.lowest),
        high,
        low,
      ],
    }
  })
  return {
    kind: 'table',
    title: m.report_quotaTitle({ subject }),
    note: m.report_quotaNote(),
    table: {
      columns: [
        { key: 'band', label: m.report_grade() },
        { key: 'percent', label: m.report_quotaShare(), number: { style: 'percent', digits: 1 } },
        { key: 'quota', label: m.report_quota(), number: {} },
        { key: 'reached', label: m.report_reached(), number: {} },
        { key: 'takers', label: m.report_pupils(), number: {} },
        { key: 'share', label: m.report_share(), number: { style: 'percent', digits: 1 } },
        { key: 'highest', label: m.report_rawHighest(), number: {} },
        { key: 'lowest', label: m.report_rawLowest(), number: {} },
        { key: 'high', label: m.report_scoreHigh(), number: {} },
        { key: 'low', label: m.report_scoreLow(), number: {} },
      ],
      rows,
    },
  }
}

function curveFigure(facts: ReportFacts, { bands, map: all }: RunAssigned, subject: string): Block {
  const { params, whole, floor, assigned } = facts
  const map = typeof assigned === 'object' ? all.filter(({ raw }) => assigned.marks.has(raw)) : all
  const counts = countsShown(facts, bands)
  const grades = bands.flatMap(({ highest, lowest }, at) =>
    highest === null || lowest === null || counts[at] === null
      ? []
      : [{ label: params.content.assignBands[at]?.name ?? '', from: lowest / 100, to: highest / 100 }],
  )
  const columns: BlockColumn[] = [
    { key: 'raw', label: m.report_raw(), number: {} },
    { key: 'score', label: m.report_assigned(), number: {} },
    // How many have each mark is for whoever sees all of them.
    ...(whole ? [{ key: 'takers', label: m.report_pupils(), number: {} }] : []),
  ]
  return {
    kind: 'figure',
    title: m.report_curveTitle({ subject }),
    note: whole ? undefined : m.report_curveNote({ floor }),
    chart: {
      kind: 'curve',
      axis: m.report_raw(),
      assignedAxis: m.report_assigned(),
      points: map.map(({ raw, score }) => ({ raw: raw / 100, assigned: score / 100 })).toReversed(),
      grades,
    },
    table: {
      columns,
      rows: map.map(({ raw, score, takers }) => ({
        key: String(raw),
        cells: [raw / 100, score / 100, ...(whole ? [takers] : [])],
      })),
    },
  }
}

/** Means by combination, of all candidates. They cut across schools, so only whoever sees all has them. */
function comboBlocks(facts: ReportFacts): Block[] {
  const { combos, run, whole } = facts
  const col = run.columns.findIndex(({ kind, track }) => kind === 'total' && track === null)
  const sat = combos.filter(({ candidates }) => candidates > 0)
  if (!whole || sat.length === 0 || col < 0) return []
  const digits = meanDigits(columnAt(facts, col))
  const counting = run.columns.flatMap(({ counts }, at) => (counts ? [at] : []))
  const all = facts.unit.candidates === run.candidates ? facts.unit.stats.get(col) : undefined
  return [
    {
      kind: 'figure',
      title: m.report_combosTitle(),
      note: m.report_combosNote(),
      chart: {
        kind: 'dots',
        axis: m.report_meanOfSubject({ subject: m.report_total() }),
        heading: m.report_mean(),
        digits,
        ...(all && all.mean !== null && { reference: { value: all.mean / 100, label: m.report_meanOfAll() } }),
        rows: sat.map(({ key, name, stats }) => {
          const stat = stats.get(col)
          const half = stat ? (halfInterval(stat) ?? 0) / 100 : 0
          const mean = stat?.mean === null || stat?.mean === undefined ? undefined : stat.mean / 100
          return {
            key,
            name,
            value: mean === undefined ? undefined : { value: mean, low: mean - half, high: mean + half },
          }
        }),
      },
      table: {
        columns: [
          { key: 'combo', label: m.report_combo() },
          { key: 'candidates', label: m.report_pupils(), number: {} },
          { key: 'counted', label: m.report_withTotal(), number: {} },
          { key: 'mean', label: m.report_mean(), number: { digits } },
          { key: 'half', label: m.report_half(), number: { digits } },
          { key: 'deviation', label: m.report_deviation(), number: { digits: 1 } },
          ...counting.map((at) => ({
            key: String(at),
            label: markColumnName(facts, columnAt(facts, at)),
            number: { digits: meanDigits(columnAt(facts, at)) },
          })),
        ],
        rows: sat.map(({ key, name, candidates, stats }): BlockRow => {
          const stat = stats.get(col)
          return {
            key,
            few: isFew(stat),
            cells: [
              name,
              candidates,
              figureCell(stat, ({ counted }) => counted),
              figureCell(stat, ({ mean }) => inMarks(mean)),
              figureCell(stat, (own) => inMarks(halfInterval(own))),
              figureCell(stat, ({ deviation }) => inMarks(deviation)),
              ...counting.map((at) => figureCell(stats.get(at), ({ mean }) => inMarks(mean))),
            ],
          }
        }),
      },
    },
  ]
}
