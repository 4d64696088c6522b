import { contribution } from '#src/features/exam-engine/lines.ts'
import { shareOf } from '#src/features/exam-engine/unit-figures.ts'
import type { RunLine, StatDouble } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { numberText } from '#src/ui/charts/number-text.ts'
import type { Block, BlockCell, BlockRow } from './blocks.ts'
import { isFew } from './overview.report.ts'
import { columnAt, type FactUnit, figureCell, markColumnName, type ReportFacts } from './report.facts.ts'

/** Report 4: who passes the lines of the total, and which subjects hold them back. */
export function linesReport(facts: ReportFacts): Block[] {
  const { run, params, whole, floor } = facts
  if (run.lines.length === 0) return [{ kind: 'note', tone: 'fact', text: m.report_noLines() }]
  const counting = run.columns.filter(({ counts }) => counts).length
  const isWithoutSubjects = ({ mark, subjects }: RunLine, at: number) =>
    mark !== null && params.content.lines[at]?.effective === 1 && subjects.length < counting
  const blocks = run.lines.flatMap((line, at) => lineBlocks(facts, line, at))
  const hasDouble = run.lines.some(({ subjects }) => subjects.length > 0)
  const isCut = !whole && run.lines.some(isWithoutSubjects)
  const isSeen = run.lines.some((line) => seesTotal(facts, line))
  return [
    ...unseenNote(facts),
    ...blocks,
    ...(isCut ? [{ kind: 'note', tone: 'withheld', text: m.report_subjectLinesWithheld({ floor }) } as const] : []),
    ...(isSeen ? [{ kind: 'note', tone: 'advice', text: m.report_adviceContribution() } as const] : []),
    ...(hasDouble ? [{ kind: 'note', tone: 'advice', text: m.report_adviceDouble() } as const] : []),
  ]
}

/** Whether the reader sees the total that a line is of: whoever teaches one subject of a class does not. */
function seesTotal({ cols }: Pick<ReportFacts, 'cols'>, { column }: RunLine): boolean {
  return cols.includes(column)
}

/** Why nobody passes here. */
function unseenNote(facts: ReportFacts): Block[] {
  if (facts.run.lines.every((line) => seesTotal(facts, line))) return []
  const text = facts.unit.kind === 'group' ? m.report_nearGroups() : m.report_nearSubjects()
  return [{ kind: 'note', tone: 'fact', text }]
}

/** What a line is called, with its first-choice subject. */
export function lineName({ subjects }: Pick<ReportFacts, 'subjects'>, { name, track }: RunLine): string {
  const subject = track === null ? '' : (subjects.get(track) ?? '')
  return subject === '' ? name : m.report_lineOfTrack({ line: name, subject })
}

/** The name of a line, with its mark where there is one. */
export function lineHeading(facts: Pick<ReportFacts, 'subjects'>, line: RunLine): string {
  const name = lineName(facts, line)
  return line.mark === null ? name : m.report_lineAt({ line: name, mark: numberText(line.mark / 100) })
}

/** Why a line has no mark. */
export function lineNote({ hiddenLines, floor }: ReportFacts, at: number): Block {
  return hiddenLines?.includes(at)
    ? { kind: 'note', tone: 'withheld', text: m.report_lineWithheld({ floor }) }
    : { kind: 'note', tone: 'fact', text: m.report_nobody() }
}

function lineBlocks(facts: ReportFacts, line: RunLine, at: number): Block[] {
  const heading: Block = { kind: 'heading', text: lineHeading(facts, line) }
  if (line.mark === null) return [heading, lineNote(facts, at)]
  const passers = seesTotal(facts, line) ? [passersTable(facts, line, at)] : []
  return [heading, ...passers, ...doubleFigure(facts, line, at), ...doubleByUnit(facts, line, at)]
}

function passersOf(unit: FactUnit, { column }: RunLine, at: number): number | undefined {
  return unit.stats.get(column)?.passers?.find(({ line }) => line === at)?.count
}

function passersTable(facts: ReportFacts, line: RunLine, at: number): Block {
  const { unit, below } = facts
  const all = unit.stats.get(line.column)
  const allPassers = passersOf(unit, line, at) ?? 0
  const rowOf = (one: FactUnit): BlockRow => {
    const stat = one.stats.get(line.column)
    const passers = passersOf(one, line, at)
    const cell = (read: () => BlockCell | undefined) => figureCell(stat, read)
    return {
      key: one.key,
      unit: one.own && one !== unit ? one.key : undefined,
      own: one === unit || undefined,
      few: isFew(stat),
      cells: [
        one.name,
        cell(() => stat?.counted),
        cell(() => passers),
        cell(() => shareOf(passers ?? 0, stat?.counted ?? 0) ?? ''),
        one === unit
          ? ''
          : cell(() => contribution(passers ?? 0, stat?.counted ?? 0, allPassers, all?.counted ?? 0) ?? ''),
      ],
    }
  }
  return {
    kind: 'table',
    title: m.report_passersTitle({ line: line.name }),
    note: m.report_passersNote(),
    table: {
      columns: [
        { key: 'unit', label: m.report_unit() },
        { key: 'counted', label: m.report_withTotal(), number: {} },
        { key: 'passers', label: m.report_passers(), number: {} },
        { key: 'share', label: m.report_passRate(), number: { style: 'percent', digits: 1 } },
        { key: 'contribution', label: m.report_contribution(), number: { digits: 2 } },
      ],
      rows: [...below.map(rowOf), rowOf(unit)],
    },
  }
}

/** The double line of a unit in a column: undefined when there is none. */
function doubleOf(unit: FactUnit, column: number, at: number): StatDouble | null | undefined {
  const stat = unit.stats.get(column)
  return stat === null ? null : stat?.double?.find(({ line }) => line === at)
}

function doubleFigure(facts: ReportFacts, line: RunLine, at: number): Block[] {
  const seen = line.subjects.filter(({ column }) => facts.cols.includes(column))
  const rows = seen.map(({ subject, column, line: mark }) => ({
    key: String(subject),
    name: markColumnName(facts, columnAt(facts, column)),
    mark,
    value: doubleOf(facts.unit, column, at),
  }))
  if (rows.length === 0) return []
  return [doubleBlock(m.report_doubleTitle({ line: line.name, unit: facts.unit.name }), m.report_subject(), rows)]
}

/** The double line of the chosen subject in each unit. */
function doubleByUnit(facts: ReportFacts, line: RunLine, at: number): Block[] {
  const { col, below, groups } = facts
  const chosen = line.subjects.find(({ column }) => column === col)
  const units = [...below, ...groups]
  if (!chosen || units.length === 0) return []
  const subject = markColumnName(facts, columnAt(facts, col))
  const rows = units.map((unit) => ({
    key: unit.key,
    unit: unit.own ? unit.key : undefined,
    name: unit.name,
    mark: undefined,
    value: doubleOf(unit, col, at),
  }))
  return [doubleBlock(m.report_doubleTitle({ line: line.name, unit: subject }), m.report_unit(), rows)]
}

type DoubleRow = {
  key: string
  name: string
  unit?: string | undefined
  /** The line of the subject; undefined where all rows have the same. */
  mark: number | null | undefined
  value: StatDouble | null | undefined
}

function doubleBlock(title: string, first: string, rows: readonly DoubleRow[]): Block {
  const withMark = rows.some(({ mark }) => mark !== undefined)
  const cell = (value: DoubleRow['value'], read: (own: StatDouble) => BlockCell) =>
    value === null ? null : value === undefined ? '' : read(value)
  return {
    kind: 'figure',
    title,
    note: m.report_doubleNote(),
    chart: {
      kind: 'double',
      rows: rows.map(({ key, name, unit, value }) => ({ key, name, unit, value: value && fourOf(value) })),
    },
    table: {
      columns: [
        { key: 'name', label: first },
        ...(withMark ? [{ key: 'mark', label: m.report_subjectLine(), number: { digits: 1 } }] : []),
        { key: 'both', label: m.chart_bothLines(), number: {} },
        { key: 'total', label: m.chart_totalOnly(), number: {} },
        { key: 'subject', label: m.chart_subjectOnly(), number: {} },
        { key: 'neither', label: m.chart_neitherLine(), number: {} },
        { key: 'hit', label: m.chart_hitRate(), number: { style: 'percent', digits: 1 } },
        { key: 'gives', label: m.report_subjectContribution(), number: { style: 'percent', digits: 1 } },
      ],
      rows: rows.map(
        ({ key, name, unit, mark, value }): BlockRow => ({
          key,
          unit,
          cells: [
            name,
            ...(withMark ? [mark === null || mark === undefined ? '' : mark / 100] : []),
            cell(value, ({ both }) => both),
            cell(value, ({ totalOnly }) => totalOnly),
            cell(value, ({ subjectOnly }) => subjectOnly),
            cell(value, ({ neither }) => neither),
            cell(value, ({ both, totalOnly }) => shareOf(both, both + totalOnly) ?? ''),
            cell(value, ({ both, subjectOnly }) => shareOf(both, both + subjectOnly) ?? ''),
          ],
        }),
      ),
    },
  }
}

const fourOf = ({ both, totalOnly, subjectOnly, neither }: StatDouble) => ({ both, totalOnly, subjectOnly, neither })
