import { m } from '#src/i18n/paraglide/messages.js'
import type { Block, BlockCell, BlockColumn, BlockRow } from './blocks.ts'
import { lostPoints } from './lost-points.ts'
import type { PupilExam, PupilFacts, PupilRow, RankLevel } from './pupil.facts.ts'
import { bandLabel, columnKey, inMarks, markColumnName } from './report.facts.ts'

/**
 * Report 11: the sheet of a pupil. Nothing about another pupil is part of it, and no ranks, unless a publication shows
 * families their own.
 */
export function pupilReport(facts: PupilFacts): Block[] {
  if (facts.rows.length === 0) return [{ kind: 'note', tone: 'fact', text: m.pupil_nothing() }]
  return [
    subjectTable(facts),
    ...quartileNote(facts),
    ...bandNote(facts),
    ...rankTable(facts),
    ...lostPoints(facts),
    ...historyBlocks(facts),
  ]
}

const rankTitles: Record<RankLevel, () => string> = {
  class: m.pupil_rankClass,
  school: m.pupil_rankSchool,
  all: m.pupil_rankAll,
}

function subjectTable(facts: PupilFacts): Block {
  const { rows, level, unit } = facts
  const withMarks = level === 'marks'
  const withQuartiles = unit !== ''
  const columns: BlockColumn[] = [
    { key: 'subject', label: m.report_subject() },
    ...(withMarks
      ? [
          { key: 'mark', label: m.report_mark(), number: {} },
          { key: 'full', label: m.report_fullMark(), number: {} },
        ]
      : []),
    ...(hasBands(facts) ? [{ key: 'band', label: m.pupil_band() }] : []),
    ...(withQuartiles
      ? [
          { key: 'q1', label: m.report_lowerQuartile(), number: { digits: 1 } },
          { key: 'median', label: m.report_median(), number: { digits: 1 } },
          { key: 'q3', label: m.report_upperQuartile(), number: { digits: 1 } },
        ]
      : []),
  ]
  return {
    kind: 'table',
    title: withMarks ? m.pupil_marks() : m.pupil_bands(),
    note: withQuartiles ? m.pupil_quartilesOf({ unit }) : undefined,
    table: { columns, rows: rows.map((row) => subjectRow(facts, row, withQuartiles)) },
  }
}

function subjectRow(facts: PupilFacts, { column, mark, band, quartiles }: PupilRow, withQuartiles: boolean): BlockRow {
  const said = mark === null ? m.pupil_noMark() : inMarks(mark)
  const quartileCells = [0, 1, 2].map((at): BlockCell => (quartiles ? inMarks(quartiles[at]) : ''))
  return {
    key: columnKey(column),
    own: column.kind === 'total' ? true : undefined,
    cells: [
      markColumnName(facts, column),
      ...(facts.level === 'marks' ? [said, column.fullMark / 100] : []),
      ...(hasBands(facts) ? [band] : []),
      ...(withQuartiles ? quartileCells : []),
    ],
  }
}

/** Why quartiles are not there. */
function quartileNote({ level, rows }: PupilFacts): Block[] {
  const isLeftOut = level === 'marks' && rows.some(({ mark, quartiles }) => typeof mark === 'number' && !quartiles)
  return isLeftOut ? [{ kind: 'note', tone: 'withheld', text: m.pupil_quartilesLeftOut() }] : []
}

/** The own ranks, where families see them. */
function rankTable(facts: PupilFacts): Block[] {
  const { rows, rankedIn } = facts
  if (rankedIn.length === 0) return []
  const ranked = rows.filter(({ column }) => column.kind !== 'assigned')
  return [
    {
      kind: 'table',
      title: m.pupil_ranks(),
      note: m.pupil_ranksNote(),
      table: {
        columns: [
          { key: 'subject', label: m.report_subject() },
          ...rankedIn.map((kind) => ({ key: kind, label: rankTitles[kind](), number: {} })),
        ],
        rows: ranked.map(({ column, ranks = [] }) => ({
          key: columnKey(column),
          own: column.kind === 'total' ? true : undefined,
          cells: [markColumnName(facts, column), ...ranks],
        })),
      },
    },
  ]
}

/** Whether the exam has bands. Families who see bands only see the column all the same. */
function hasBands({ params: { content }, level, rows }: PupilFacts): boolean {
  return level === 'bands' || content.bands.length > 0 || rows.some(({ band }) => band !== '')
}

/** What the bands are. */
function bandNote({ params: { content }, level }: PupilFacts): Block[] {
  if (content.bands.length > 0) {
    const bands = content.bands.map(bandLabel).join(m.crud_listSeparator())
    return [{ kind: 'note', tone: 'fact', text: m.pupil_bandsAre({ bands }) }]
  }
  return level === 'bands' ? [{ kind: 'note', tone: 'fact', text: m.pupil_withoutBands() }] : []
}

/** The pupil's own way over the exams: shares of the full mark, or bands where the reader sees no more. */
function historyBlocks(facts: PupilFacts): Block[] {
  const { exams, rows } = facts
  if (exams.length < 2) return []
  const table = {
    columns: [
      { key: 'exam', label: m.report_exam() },
      { key: 'day', label: m.pupil_day() },
      ...rows.map(({ column }) => ({ key: columnKey(column), label: markColumnName(facts, column), number: share })),
    ],
    rows: exams.map(
      (one, at): BlockRow => ({
        key: one.key,
        own: at === exams.length - 1 ? true : undefined,
        cells: [one.name, one.day, ...rows.map(({ column }) => pastCell(one, columnKey(column)))],
      }),
    ),
  }
  const series = historySeries(facts)
  const title = m.pupil_history()
  if (series.length === 0) return [{ kind: 'table', title, note: m.pupil_historyBands(), table }]
  const drawn = exams.flatMap(({ day }, at) => (series.some(({ values }) => values[at] !== '') ? [{ day, at }] : []))
  // Names of exams often begin alike, and the axis of a phone has no room for more. The table has them.
  const periods = drawn.map(({ day }) => day)
  const leftOut = drawn.length < exams.length ? m.pupil_historyLeftOut() : ''
  return [
    {
      kind: 'figure',
      title,
      note: m.report_sentences({ one: m.pupil_historyNote(), two: leftOut }).trim(),
      chart: {
        kind: 'trend',
        axis: m.report_shareOfFull(),
        periods,
        series: series.map((one) => ({ ...one, values: drawn.map(({ at }) => one.values[at] ?? '') })),
      },
      table,
    },
  ]
}

const share = { style: 'percent', digits: 0 } as const

function pastCell({ results }: PupilExam, key: string): BlockCell {
  const found = results.get(key)
  if (!found) return ''
  return found.rate === undefined ? found.band : (found.rate ?? '')
}

/** Lines of the exams with marks: that of the total, or of four subjects where the reader sees no total. */
function historySeries(facts: PupilFacts) {
  if (facts.level === 'bands') return []
  const total = facts.rows.filter(({ column }) => column.kind === 'total')
  return (total.length > 0 ? total : facts.rows.slice(0, 4)).flatMap(({ column }) => {
    const key = columnKey(column)
    const values = facts.exams.map(({ results }): number | '' => results.get(key)?.rate ?? '')
    const known = values.filter((value) => value !== '')
    return known.length < 2 ? [] : [{ key, name: markColumnName(facts, column), values }]
  })
}
