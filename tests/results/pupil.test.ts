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
    rankedIn: [],
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
    { title: 'Points lost by subject' },
  ])
})

test('lost points are those of the raw marks that were taken, with their shares, and nothing of them is in bands', () => {
  const paper = (
    subject: number,
    mark: number | null | undefined,
    values: Partial<PupilFacts['rows'][number]> = {},
  ) => ({
    column: { ...raw, subject, fullMark: subject === 1 ? 15_000 : 10_000 },
    mark,
    band: '',
    ...values,
  })
  const subjects = new Map([
    [1, 'Chinese'],
    [7, 'Physics'],
    [8, 'Art'],
    [9, 'Music'],
  ])
  const made = (rows: PupilFacts['rows'], values: Partial<PupilFacts> = {}) =>
    withLocale('en', () =>
      pupilReport({ level: 'marks', params: params([]), subjects, rows, unit: '', rankedIn: [], exams: [], ...values }),
    ).find((block) => 'title' in block && block.title === 'Points lost by subject')
  // 150 − 120 = 30 and 100 − 90 = 10; an assigned score of 70 and totals are no loss of points.
  const rows = [
    paper(1, 12_000),
    paper(7, 9000),
    paper(8, null),
    paper(9, 0, { notTaken: true }),
    { column: { ...assigned, subject: 7 }, mark: 7000, band: 'B' },
    { column: total, mark: 19_000, band: '' },
  ]
  expect(made(rows)).toMatchObject({
    note: [
      'Points lost are the full mark minus the mark on the paper. Shares are of all points lost in the subjects shown.',
      'Assigned scores are not used here: they tell a place among all takers, not points lost.',
      'Left out, because no paper was marked: Art, Music.',
    ].join(' '),
    chart: {
      kind: 'bars',
      rows: [
        { name: 'Chinese', value: 30 },
        { name: 'Physics', value: 10 },
      ],
    },
    table: {
      rows: [
        { cells: ['Chinese', 150, 120, 30, 0.75] },
        { cells: ['Physics', 100, 90, 10, 0.25] },
        { cells: ['Together', 250, 210, 40, 1] },
      ],
    },
  })
  // Full marks everywhere have no shares; a single paper needs no sum, and without any there is nothing.
  expect(made([paper(7, 10_000)])).toMatchObject({ table: { rows: [{ cells: ['Physics', 100, 100, 0, ''] }] } })
  expect(made([paper(7, null), paper(8, null)])).toBeUndefined()
  expect(made(rows, { level: 'bands' })).toBeUndefined()
})
