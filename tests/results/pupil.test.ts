import { expect, test } from 'vitest'
import { defaultPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import type { RunColumn, RunParams } from '#src/features/exam-run/run.facts.ts'
import { bandOf, type PupilFacts, sheetColumns } from '#src/features/reports/pupil.facts.ts'
import { pupilReport } from '#src/features/reports/pupil.report.ts'
import { withLocale } from '#src/i18n/locale.server.ts'

const raw: RunColumn = {
  kind: 'raw',
  subject: 7,
  track: null,
  fullMark: 10_000,
  counts: true,
  steps: { marks: [], counts: [] },
}
const assigned: RunColumn = { ...raw, kind: 'assigned' }
const total: RunColumn = { ...raw, kind: 'total', subject: null }
const params = (bands: RunParams['content']['bands']): RunParams => ({
  policy: defaultPolicy,
  content: {
    name: 'Scheme',
    levelId: 1,
    subjects: [{ subjectId: 7, kind: 'second', fullMark: 100, counts: 1, assigned: 1 }],
    choice: '3+3',
    combinations: [],
    assign: 'bands',
    assignBands: [
      { name: 'A', percent: 40, high: 100, low: 86 },
      { name: 'B', percent: 60, high: 85, low: 30 },
    ],
    assignFlat: 'high',
    assignZero: 'band',
    bands,
    lines: [],
  },
})
const pass = { name: 'Pass', side: 'from', percent: 60, color: '' } as const
const good = { name: 'Good', side: 'from', percent: 80, color: '' } as const
const low = { name: 'Low', side: 'below', percent: 40, color: '' } as const
const lowest = { name: 'Lowest', side: 'below', percent: 20, color: '' } as const
const bandIn = (mark: number | null, bands: RunParams['content']['bands'], column = raw) =>
  withLocale('en', () => bandOf(mark, column, params(bands)))

test('a mark has the best band that it reaches, else the lowest that it is below, and assigned scores their grade', () => {
  const all = [low, pass, lowest, good]
  expect([8000, 7999, 6000, 5999, 3999, 2000, 1999, 0].map((mark) => bandIn(mark, all))).toEqual([
    'Good',
    'Pass',
    'Pass',
    'Below Pass',
    'Low',
    'Low',
    'Lowest',
    'Lowest',
  ])
  expect(bandIn(9000, [low])).toBe('≥ 40%')
  expect(bandIn(9000, [])).toBe('')
  expect(bandIn(null, all)).toBe('')
  expect([8600, 8500, 3000].map((mark) => bandIn(mark, all, assigned))).toEqual(['A', 'B', 'B'])
  expect(sheetColumns([raw, assigned, total, { ...total, track: 7 }], [0, 1, 2, 3])).toEqual([0, 1, 2])
})

test('a sheet says when there are no bands or no results, and draws nothing for a single exam', () => {
  const facts = (values: Partial<PupilFacts>): PupilFacts => ({
    level: 'bands',
    params: params([]),
    subjects: new Map([[7, 'Physics']]),
    rows: [{ column: raw, mark: undefined, band: '' }],
    unit: '',
    exams: [],
    ...values,
  })
  const made = (values: Partial<PupilFacts>) => withLocale('en', () => pupilReport(facts(values)))
  expect(made({})).toMatchObject([
    { title: 'Bands by subject', table: { rows: [{ cells: ['Physics', ''] }] } },
    { text: 'This exam has no bands.' },
  ])
  expect(made({ rows: [] })).toMatchObject([{ text: 'This exam has no results to show.' }])
  const marks = made({
    level: 'marks',
    params: params([pass, low]),
    rows: [{ column: raw, mark: 6500, band: 'Pass', quartiles: [5000, null, 7000] }],
    unit: 'Class 1',
  })
  expect(marks).toMatchObject([
    {
      note: 'Quartiles are those of the class “Class 1”.',
      table: { rows: [{ cells: ['Physics', 65, 100, 'Pass', 50, '', 70] }] },
    },
    { text: 'Bands are by share of the full mark: Pass (≥ 60%), Low (< 40%).' },
  ])
})
