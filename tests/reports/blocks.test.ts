import { expect, test } from 'vitest'
import type { ReportFacts } from '#src/features/reports/report.facts.ts'
import { footOf } from '#src/features/reports/report-foot.server.ts'
import { withheldNotes } from '#src/features/reports/reports.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { facts, made, notes, run, tableOf, unitOf } from './made-blocks.ts'

test('the overview has each subject with who sat it, the divisor, and bands', () => {
  const blocks = made('overview', facts({ reference: unitOf('school', 10, 'East') }))
  expect(tableOf(blocks, 'Subjects')).toEqual([
    [
      'Subject',
      'Full mark',
      'Enrolled',
      'Takers',
      'Absent',
      'Mean',
      'Mean of East',
      'SD',
      'Score rate',
      'Excellent (≥ 80%)',
      'Low (< 50%)',
      'Highest',
      'Lowest',
    ],
    ['English', 100, 6, 6, 0, 65, 80, 18.708, 0.65, 0.333, 0.167, 90, 40],
    ['Science', 20, 6, 5, 1, 14, 18, 5.831, 0.7, 0.6, 0.2, 20, 6],
    ['Science, assigned', 20, 6, 5, 1, 12.6, 16.333, 5.771, 0.63, 0.2, 0.4, 20, 5],
    ['Total', 120, 6, 5, '', 82.6, 96.333, 21.524, 0.688, 0.2, 0.2, 110, 55],
  ])
  expect(blocks[0]).toMatchObject({
    note: 'Standard deviations divide by the number of pupils less one. Rates are shares of the takers.',
    table: { rows: [{ few: true }, {}, {}, {}] },
  })
  // At 80% and more, from 50% to 80%, below 50%.
  expect(tableOf(blocks, 'Pupils by band').slice(0, 3)).toEqual([
    ['Subject', '≥ 80%', '50–80%', '< 50%'],
    ['English', 2, 3, 1],
    ['Science', 3, 1, 1],
  ])
  expect(tableOf(blocks, 'Spread of the marks')[1]).toEqual(['English', 40, 52.5, 65, 77.5, 90])
  expect(notes(blocks)).toEqual(['Science: 17% were absent. Ask why before you compare means.'])
})

test('advice names papers that are hard, easy, or hardly tell pupils apart', () => {
  const english = unitOf('all', 0, 'All')
  const stat = english.stats.get(0)
  if (!stat) throw new Error('no figures')
  const said = (more: object) =>
    notes(made('overview', facts({ unit: { ...english, stats: new Map([[0, { ...stat, ...more }]]) } })))
  expect(said({ mean: 4300 })).toEqual([
    'English: the score rate is 43%. Below 50%, a paper is hard: look at the tasks that few solve before you compare classes.',
  ])
  expect(said({ mean: 8000 })).toEqual([
    'English: the score rate is 80%. Above 75%, a paper is easy: it hardly tells good pupils apart.',
  ])
  expect(said({ counted: 60, deviation: 900 })).toEqual([
    'English: the standard deviation is 9% of the full mark. Below 12%, differences between pupils are mostly chance.',
  ])
  expect(notes(made('overview', facts({ unit: { ...english, stats: new Map() } })))).toEqual([
    'Nobody has a mark here.',
  ])
})

test('units are compared by intervals and T, in the order of their names, never by rank', () => {
  const blocks = made('comparison', facts())
  expect(tableOf(blocks, 'Units of All')).toEqual([
    ['Unit', 'Takers', 'Mean', '± (95%)', 'SD', 'Above average', 'Excellent (≥ 80%)', 'Low (< 50%)', 'T score'],
    // 1.96 × 10 / √3; 50 + 10 × 15 / 18.708.
    ['East', 3, 80, 11.316, 10, 0.231, 0.667, 0, 58.018],
    ['West', 3, 50, 11.316, 10, -0.231, 0, 0.333, 41.982],
    ['All', 6, 65, 14.97, 18.708, '', 0.333, 0.167, ''],
  ])
  expect(blocks[0]).toMatchObject({
    chart: {
      kind: 'dots',
      reference: { value: 65, label: 'Mean of All' },
      rows: [{ name: 'East', value: { value: 80 }, unit: 'school-10' }, { name: 'West' }],
    },
  })
  expect(notes(blocks)).toEqual([
    'A full dot differs from the reference. With an empty one, the difference may be chance. So there are no ranks here: neighbors in a ranking can seldom be told apart.',
    'Units that differ from the reference: 2 of 2.',
  ])
  const full = 'A full dot differs from the reference.'
  expect(notes(blocks).some((text) => text.startsWith(full))).toBe(true)
  // There is nothing to differ from where the mean of the reference is withheld.
  const withheld = { ...unitOf('school', 10, 'East'), stats: new Map([[0, null]]) }
  const alone = made('comparison', facts({ unit: unitOf('class', 11, 'One'), below: [], reference: withheld }))
  expect(notes(alone).some((text) => text.startsWith(full))).toBe(false)
  const groups = made('comparison', facts({ col: 1, groups: [unitOf('group', 31, 'Group 31')] }))
  expect(tableOf(groups, 'Teaching groups of All')[1]?.slice(0, 3)).toEqual(['Group 31', 2, 19])
})

test('other schools are dots without names; with too few of them there are none', () => {
  const school = unitOf('school', 10, 'East')
  const blocks = made('comparison', facts({ unit: school, below: [], others: [4000, 5000, 6500] }))
  expect(tableOf(blocks, 'Means of other schools').slice(1)).toEqual([
    ['Lowest', 40],
    ['Median', 50],
    ['Highest', 65],
  ])
  expect(JSON.stringify(blocks)).not.toContain('West')
  expect(notes(made('comparison', facts({ unit: school, below: [], others: [] })))).toContain(
    'The means of other schools are withheld: there are too few schools, or too few pupils.',
  )
})

test('the distribution adds up from the top, by step, unit and mark', () => {
  const blocks = made('distribution', facts())
  expect(tableOf(blocks, 'Marks of All: English').slice(0, 3)).toEqual([
    ['Marks', 'Pupils', 'Share', 'At or above', 'Share at or above'],
    ['90 to <100', 1, 0.167, 1, 0.167],
    ['80 to <90', 1, 0.167, 2, 0.333],
  ])
  expect(tableOf(blocks, 'Pupils by unit in steps of 10 marks')).toEqual([
    ['Unit', 'Takers', '90 to <100', '80 to <90', '70 to <80', '60 to <70', '50 to <60', '40 to <50'],
    ['East', 3, 1, 1, 1, 0, 0, 0],
    ['West', 3, 0, 0, 0, 1, 1, 1],
  ])
  expect(tableOf(blocks, 'Every mark').at(-1)).toEqual([40, 1, 0.167, 6, 1])
  const withheld = { ...unitOf('all', 0, 'All'), stats: new Map([[0, null]]) }
  expect(notes(made('distribution', facts({ unit: withheld })))).toEqual([
    'What is withheld concerns too few pupils (fewer than 10), or would tell such a number by subtraction.',
  ])
})

test('lines have passers, contributions and the double line of each subject', () => {
  const blocks = made('lines', facts())
  // Totals with assigned scores: 110, 95, 84 in East; 69, 55 in West.
  expect(blocks[0]).toEqual({ kind: 'heading', text: 'First line: 80 marks' })
  expect(tableOf(blocks, 'First line: who passes')).toEqual([
    ['Unit', 'With a total', 'Pass', 'Pass rate', 'Contribution'],
    ['East', 3, 3, 1, 1.667],
    ['West', 2, 0, 0, 0],
    ['All', 5, 3, 0.6, ''],
  ])
  const double = tableOf(blocks, 'First line, double line: All')
  expect(double[0]).toEqual([
    'Subject',
    'Line',
    'Both lines',
    'Total only',
    'Subject only',
    'Neither',
    'Hit rate',
    "Subject's contribution",
  ])
  for (const row of double.slice(1)) {
    const [both, total, subject, neither] = row.slice(2, 6).map(Number)
    expect([both, total, subject, neither].reduce((sum, one) => (sum ?? 0) + (one ?? 0), 0)).toBe(5)
    expect(row[6]).toBe(Math.round((1000 * (both ?? 0)) / 3) / 1000)
  }
  expect(
    tableOf(blocks, 'First line, double line: English')
      .slice(1)
      .map(([unit]) => unit),
  ).toEqual(['East', 'West'])
  // Whoever teaches English alone.
  const taught = made('lines', facts({ cols: [0], below: [] }))
  expect(taught.filter((block) => 'table' in block)).toHaveLength(1)
  expect(tableOf(taught, 'First line, double line: All').map(([subject]) => subject)).toEqual(['Subject', 'English'])
  expect(notes(taught)).toEqual([
    'Lines are lines of the total. Of this class, you see only the subjects that you teach.',
    'A subject with a low hit rate holds back those who reach the total. Where many reach the subject only, these pupils need help in their other subjects.',
  ])
  const group = made('lines', facts({ cols: [1], below: [], unit: unitOf('group', 31, 'Group 31') }))
  expect(notes(group)[0]).toBe('A teaching group has no totals of its own. Choose a class or a school.')
  expect(notes(made('lines', facts({ run: { ...run.facts, lines: [] } })))).toEqual([
    'This exam has no lines. They are set in its parameters or in its scheme.',
  ])
})

test('the borderline says which subject is the weakest of most, what is not listed, and why there is no list', () => {
  const pupil = (number: number, total: number, subject: number) => ({
    key: String(number),
    number: String(number),
    name: 'Li',
    place: 'One',
    total,
    subjects: [{ subject, distance: -0.5 }],
  })
  const near = (isPart: boolean, more: object = {}): ReportFacts['pupils'] => ({
    near: 10,
    among: 'All',
    named: false,
    isPart,
    lines: [
      { line: 0, below: 600, reached: 1, pupils: [pupil(1, 8000, 7), pupil(2, 7900, 8), pupil(3, 7500, 8)], ...more },
    ],
  })
  const blocks = made('borderline', facts({ pupils: near(true) }))
  expect(notes(blocks)).toEqual([
    'Only pupils of classes in your data scope are listed.',
    'First line: Science is the weakest subject of 2 of the 2 who are just below.',
    'A few marks may be chance. Those just above a line need as much attention as those just below.',
  ])
  expect(blocks.find(({ kind }) => kind === 'figure')).toMatchObject({
    title: 'First line, close to it: All',
    note: '601 are this close. The nearest 3 are listed.',
    chart: { kind: 'strip', near: 10, line: { value: 80 }, dots: [{ value: 80 }, { value: 79 }, { value: 75 }] },
  })
  expect(tableOf(blocks, 'First line: who is close')[0]).toEqual([
    'Exam number',
    'Name',
    'Class',
    'Total',
    'Gap',
    'Weakest subject',
    'From own level',
    'Next weakest',
    'From own level',
  ])
  const one = unitOf('class', 11, 'One')
  expect(tableOf(made('borderline', facts({ unit: one, pupils: near(false) })), 'First line: who is close')[1]).toEqual(
    ['1', 'Li', 80, 0, 'English', -0.5, '', ''],
  )
  expect(notes(made('borderline', facts({ pupils: 'groups' })))).toEqual([
    'A teaching group has no totals of its own. Choose a class or a school.',
  ])
  const [line] = run.facts.lines
  if (!line) throw new Error('no line')
  const nobody = { ...run.facts, lines: [{ ...line, mark: null }] }
  expect(notes(made('borderline', facts({ run: nobody, pupils: near(false) })))[0]).toBe('Nobody has a mark here.')
})

test('assigned scores: quota and outcome, the conversion, and combinations', () => {
  const blocks = made('assigned', facts({ col: 2 }))
  expect(tableOf(blocks, 'Science: quota and outcome').slice(1)).toEqual([
    ['A', 0.4, 2, 2, 2, 0.4, 20, 18, 20, 15],
    ['B', 0.6, 5, 5, 3, 0.6, 16, 6, 14, 5],
  ])
  // B: 6 to 16 becomes 5 to 14, so 10 becomes 8.6, which is 9.
  expect(tableOf(blocks, 'Science: what raw marks become').slice(1)).toEqual([
    [20, 20, 1],
    [18, 15, 1],
    [16, 14, 1],
    [10, 9, 1],
    [6, 5, 1],
  ])
  expect(tableOf(blocks, 'Totals by combination')[1]?.slice(0, 4)).toEqual(['Science', 6, 5, 82.6])
  expect(notes(blocks)).toEqual(['Takers in Science: 5. Below 100, shares of them say little.'])
  expect(notes(made('assigned', facts()))).toContain('The chosen subject has no assigned scores. Choose one that has.')
})

test('who does not see all gets no number of a few pupils', () => {
  const assigned = { bands: new Set<number>(), marks: new Set<number>(), counted: true }
  const blocks = made('assigned', facts({ col: 2, whole: false, combos: [], assigned }))
  expect(tableOf(blocks, 'Science: quota and outcome')[1]).toEqual([
    'A',
    0.4,
    null,
    null,
    null,
    null,
    null,
    null,
    20,
    15,
  ])
  expect(tableOf(blocks, 'Science: what raw marks become').slice(1)).toEqual([])
  expect(notes(withLocale('en', () => withheldNotes(blocks, { floor: 10 })))).toEqual([
    'What is withheld concerns too few pupils (fewer than 10), or would tell such a number by subtraction.',
  ])
  expect(notes(made('assigned', facts({ whole: false, combos: [], run: { ...run.facts, assigned: [] } })))).toEqual([
    'Combinations cut across schools. Only whoever holds the whole exam sees them.',
  ])
  const plain = { ...run.params, content: { ...run.params.content, combinations: [] } }
  for (const more of [{}, { whole: false, params: plain }])
    expect(notes(made('assigned', facts({ combos: [], run: { ...run.facts, assigned: [] }, ...more })))).toEqual([
      'This exam has neither assigned scores nor combinations.',
    ])
  expect(notes(made('distribution', facts({ whole: false })))).not.toContain('Every mark')
})

test('the footer says on which day of the site a version was published, and who counts', () => {
  const footer = (zeroFor: { absent: boolean; cheat: boolean }) => {
    const params = { ...run.params, policy: { ...run.params.policy, zeroFor } }
    const version = {
      number: 1,
      run: 1,
      audience: null,
      time: '2026-01-02T20:00:00Z',
      engine: '1',
      dataHash: '',
      resultHash: '',
      params,
      facts: run.facts,
    }
    const exam = { exam: 'Midterm', since: '2026-01-01', until: '2026-01-01' }
    return withLocale('en', () => footOf({ ...exam, version, timeZone: 'Asia/Shanghai' }))
  }
  const said = (zeroFor: { absent: boolean; cheat: boolean }) => footer(zeroFor)[2]?.text
  expect(footer({ absent: true, cheat: true })[1]?.text).toBe('Publication 1 of 2026-01-03, run 1')
  expect(said({ absent: true, cheat: false })).toBe('Papers with a mark; absent ones count as zero.')
  expect(said({ absent: false, cheat: true })).toBe('Papers with a mark; those cancelled for cheating count as zero.')
  expect(said({ absent: true, cheat: true })).toBe(
    'Papers with a mark; absent ones and those cancelled for cheating count as zero.',
  )
})
