import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { ABSENT, NO_FLAG, NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import type { Block, BlockCell } from '#src/features/reports/blocks.ts'
import type { FactUnit, ReportFacts } from '#src/features/reports/report.facts.ts'
import type { ReportKey } from '#src/features/reports/report-keys.ts'
import { reportDefinitions } from '#src/features/reports/reports.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { runOf } from '../support/runs.ts'

/** Six pupils of two schools: English of 100, science of 20 with groups. The last one missed science. */
const frame = buildFrame({
  candidates: Int32Array.of(1, 2, 3, 4, 5, 6),
  schools: Float64Array.of(10, 10, 10, 20, 20, 20),
  classes: Float64Array.of(11, 11, 12, 21, 21, 21),
  combos: Int16Array.of(0, 0, 0, 0, 0, 0),
  subjects: [
    { id: 7, marks: Int32Array.of(9000, 8000, 7000, 6000, 5000, 4000), flags: new Uint8Array(6) },
    {
      id: 8,
      marks: Int32Array.of(2000, 1800, 1600, 1000, 600, NO_MARK),
      flags: Uint8Array.of(NO_FLAG, NO_FLAG, NO_FLAG, NO_FLAG, NO_FLAG, ABSENT),
      groups: Float64Array.of(31, 31, 32, 33, 33, 33),
    },
  ],
})

const content: SchemeContent = {
  name: 'Two',
  levelId: 1,
  subjects: [
    { subjectId: 7, kind: 'required', fullMark: 100, counts: 1, assigned: 0 },
    { subjectId: 8, kind: 'second', fullMark: 20, counts: 1, assigned: 1 },
  ],
  choice: '3+3',
  combinations: [{ name: 'Science', subjectIds: [8] }],
  assign: 'bands',
  assignBands: [
    { name: 'A', percent: 40, high: 20, low: 15 },
    { name: 'B', percent: 60, high: 14, low: 5 },
  ],
  assignFlat: 'high',
  assignZero: 'band',
  bands: [
    { name: 'Excellent', side: 'from', percent: 80, color: '' },
    { name: 'Low', side: 'below', percent: 50, color: '' },
  ],
  lines: [{ name: 'First line', by: 'score', value: 80, subjectId: null, effective: 1 }],
}

export const run = runOf(frame, content)

/** A unit with its figures. */
export function unitOf(kind: FactUnit['kind'], id: number, name: string): FactUnit {
  const own = run.stats.filter((stat) => stat.kind === kind && stat.unitId === id)
  return {
    key: `${kind}-${id}`,
    kind,
    name,
    own: true,
    candidates: kind === 'all' ? 6 : 3,
    stats: new Map(own.map(({ col, facts }) => [col, facts])),
  }
}

/** The facts of a report. Columns: English, science, science assigned, total. */
export const facts = (more: Partial<ReportFacts> = {}): ReportFacts => ({
  run: run.facts,
  params: run.params,
  subjects: new Map([
    [7, 'English'],
    [8, 'Science'],
  ]),
  col: 0,
  cols: run.facts.columns.map((_, at) => at),
  unit: unitOf('all', 0, 'All'),
  below: [unitOf('school', 10, 'East'), unitOf('school', 20, 'West')],
  groups: [],
  reference: undefined,
  others: undefined,
  whole: true,
  pupils: undefined,
  combos: [{ ...unitOf('combo', 1, 'Science'), candidates: 6 }],
  floor: 10,
  ...more,
})

/** A table by its title: the labels, then the rows, rounded. */
export function tableOf(blocks: readonly Block[], title: string): BlockCell[][] {
  const found = blocks.find((block) => 'table' in block && block.title === title)
  if (!found || !('table' in found))
    throw new Error(`no ${title} in ${JSON.stringify(blocks.map((one) => 'title' in one && one.title))}`)
  const round = (cell: BlockCell) => (typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell)
  return [found.table.columns.map(({ label }) => label), ...found.table.rows.map(({ cells }) => cells.map(round))]
}

/** The blocks of a report in English. */
export const made = (key: ReportKey, of: ReportFacts): Block[] =>
  withLocale('en', () => reportDefinitions[key].make(of))

/** The texts of the notes. */
export const notes = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : []))
