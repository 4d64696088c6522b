import { expect, test } from 'vitest'
import { allCombinations, combinationName, strayCombinations } from '#src/features/exam-scheme/combinations.ts'
import { schemeErrors } from '#src/features/exam-scheme/exam-scheme.rules.ts'
import { totalMark } from '#src/features/exam-scheme/total-mark.ts'
import { withLocale } from '#src/i18n/locale.server.ts'

const subject = (subjectId: number, kind: string, fullMark: number, assigned = 0) => ({
  subjectId,
  kind,
  fullMark,
  counts: 1,
  assigned,
})
// 1 to 3: required. 4, 5: first choice. 6 to 9: second choice, with assigned scores.
const subjects = [
  ...[1, 2, 3].map((id) => subject(id, 'required', 150)),
  ...[4, 5].map((id) => subject(id, 'first', 100)),
  ...[6, 7, 8, 9].map((id) => subject(id, 'second', 100, 1)),
]
const valid = {
  subjects,
  choice: '3+1+2',
  combinations: [
    { name: 'a', subjectIds: [4, 6, 7] },
    { name: 'b', subjectIds: [5, 8, 9] },
  ],
  assign: 'bands',
  assignBands: [
    { name: 'A', percent: 33.4, high: 100, low: 71 },
    { name: 'B', percent: 33.3, high: 70, low: 51 },
    { name: 'C', percent: 33.3, high: 50, low: 50 },
  ],
  bands: [
    { name: 'good', side: 'from', percent: 80 },
    { name: 'low', side: 'below', percent: 40 },
  ],
  lines: [
    { name: 'key', subjectId: 4, by: 'score', value: 520, effective: 1 },
    { name: 'key', subjectId: 5, by: 'place', value: 100, effective: 0 },
    { name: 'all', subjectId: null, by: 'percent', value: 60, effective: 0 },
  ],
}
const errors = (change: object) => withLocale('en', () => schemeErrors({ ...valid, ...change }))
const at = <T>(list: readonly T[], index: number, change: object) =>
  list.map((one, i) => (i === index ? { ...one, ...change } : one))

test('a scheme whose parts agree is right', () => {
  expect(errors({})).toEqual({})
  expect(errors({ bands: at(valid.bands, 1, { percent: 80 }) }), 'one begins where the other ends').toEqual({})
})

test.each<[string, object, string, string]>([
  [
    'a subject twice',
    { subjects: [...subjects, subject(1, 'required', 100)] },
    'subjects.9.subjectId',
    'This subject is already in the scheme',
  ],
  [
    'a choice where nobody chooses',
    { choice: 'none', assign: 'none', subjects: [subject(1, 'required', 150), subject(4, 'first', 100)], lines: [] },
    'subjects.1.kind',
    'Without subject choice, all subjects are required or school-based',
  ],
  [
    'assigned scores without their rule',
    { assign: 'none', subjects: subjects.map((one) => ({ ...one, assigned: one.subjectId === 6 ? 1 : 0 })) },
    'subjects.5.assigned',
    'Set the rule of assigned scores first',
  ],
  [
    'a rule that nobody uses',
    { subjects: subjects.map((one) => ({ ...one, assigned: 0 })) },
    'assign',
    'No subject uses assigned scores. Switch them on for the subjects that do.',
  ],
  [
    'assigned scores above the full mark',
    { subjects: at(subjects, 5, { fullMark: 80 }) },
    'subjects.5.fullMark',
    'The best assigned score is 100, above the full mark',
  ],
  [
    'nothing that counts',
    { subjects: subjects.map((one) => ({ ...one, counts: 0 })), lines: [] },
    'subjects',
    'At least one subject must count in the total',
  ],
  [
    'shares that are not the whole',
    { assignBands: at(valid.assignBands, 0, { percent: 33 }) },
    'assignBands',
    'The shares add up to 99.6%, not 100%',
  ],
  [
    'a band upside down',
    { assignBands: at(valid.assignBands, 2, { high: 40 }) },
    'assignBands.2.low',
    'The lowest score is not above the highest',
  ],
  [
    'bands that overlap',
    { assignBands: at(valid.assignBands, 1, { high: 71 }) },
    'assignBands.1.high',
    'Must be below 71, the lowest score of the band before',
  ],
  [
    'two bands of one name',
    { bands: at(valid.bands, 1, { name: 'good ' }) },
    'bands.1.name',
    'This name already exists',
  ],
  [
    'the same rate twice',
    { bands: at(valid.bands, 1, { side: 'from', percent: 80 }) },
    'bands.1.percent',
    'This rate already exists',
  ],
  [
    'a combination without a first choice',
    { combinations: [{ name: 'a', subjectIds: [6, 7, 8] }] },
    'combinations.0.subjectIds',
    'Choose one first-choice and two second-choice subjects',
  ],
  [
    'a combination with what everybody takes',
    { combinations: [{ name: 'a', subjectIds: [1, 4, 6] }] },
    'combinations.0.subjectIds',
    'Only first- and second-choice subjects of the scheme',
  ],
  [
    'a combination twice, in another order',
    { combinations: [...valid.combinations, { name: 'c', subjectIds: [7, 4, 6] }] },
    'combinations.2.subjectIds',
    'This combination already exists',
  ],
  [
    'too few to choose from',
    { subjects: subjects.slice(0, 6), combinations: [], lines: [] },
    'choice',
    '3+1+2 needs at least one first-choice and two second-choice subjects',
  ],
  [
    'two where three are chosen',
    { choice: '3+3', combinations: [{ name: 'a', subjectIds: [4, 6] }] },
    'combinations.0.subjectIds',
    'Choose three subjects',
  ],
  [
    'a line above the total',
    { lines: at(valid.lines, 0, { value: 751 }) },
    'lines.0.value',
    'At most the total of 750',
  ],
  ['half a place', { lines: at(valid.lines, 1, { value: 0.5 }) }, 'lines.1.value', 'Please enter a place, 1 or more'],
  [
    'a low band above a good one',
    { bands: at(valid.bands, 1, { percent: 80.5 }) },
    'bands.1.percent',
    'Overlaps “good”: “below” must not exceed 80%',
  ],
  [
    'a share of nobody',
    { lines: at(valid.lines, 2, { value: 0 }) },
    'lines.2.value',
    'Please enter a percentage above 0',
  ],
  ['more than everybody', { lines: at(valid.lines, 2, { value: 101 }) }, 'lines.2.value', 'Must be at most 100'],
  [
    'a line for a second choice',
    { lines: at(valid.lines, 0, { subjectId: 6 }) },
    'lines.0.subjectId',
    'Only a first-choice subject of the scheme',
  ],
  [
    'a line twice for the same',
    { lines: at(valid.lines, 1, { subjectId: 4 }) },
    'lines.1.name',
    'This name already exists',
  ],
])('a scheme says at its place what does not agree: %s', (_what, change, path, sentence) => {
  expect(errors(change)).toEqual({ [path]: [sentence] })
})

test('a scheme that is only begun says nothing of what is still empty', () => {
  const row = { subjectId: null, kind: 'required', fullMark: '', counts: 1, assigned: 0 }
  const begun = {
    subjects: [row, row],
    choice: 'none',
    combinations: [],
    assign: 'none',
    assignBands: [],
    bands: [{ name: '', side: null, percent: '' }],
    lines: [{ name: '', subjectId: null, by: 'score', value: '', effective: 1 }],
  }
  expect(errors(begun)).toEqual({})
})

test('the total is what everybody takes and the best of what can be chosen', () => {
  expect(totalMark(valid)).toBe(750)
  expect(totalMark({ ...valid, choice: '3+3' })).toBe(750)
  expect(totalMark({ ...valid, subjects: at(subjects, 0, { counts: 0 }) })).toBe(600)
  expect(totalMark({ ...valid, subjects: at(subjects, 4, { fullMark: '120.5' }) })).toBe(770.5)
})

test('all combinations: twelve of 3+1+2, twenty of 3+3 from six', () => {
  expect(allCombinations(valid)).toHaveLength(12)
  expect(allCombinations(valid)[0]).toEqual([4, 6, 7])
  expect(allCombinations({ ...valid, choice: '3+3' })).toHaveLength(20)
  expect(allCombinations({ ...valid, choice: 'none' })).toEqual([])
})

test('a combination is called by the first signs of its subjects', () => {
  expect(combinationName(['物理', '化学', '生物'])).toBe('物化生')
  expect(combinationName(['Physics', '化学'])).toBe('Physics + 化学')
})

test('a subject that nobody can choose any more leaves the combinations that it is in', () => {
  expect(strayCombinations(valid)).toEqual({ rows: [], subjectIds: [] })
  const [a, b] = valid.combinations
  expect(strayCombinations({ ...valid, subjects: subjects.filter((one) => one.subjectId !== 7) })).toEqual({
    rows: [a],
    subjectIds: [7],
  })
  expect(strayCombinations({ ...valid, subjects: at(subjects, 4, { kind: 'required' }) })).toEqual({
    rows: [b],
    subjectIds: [5],
  })
  expect(strayCombinations({ ...valid, subjects: [], choice: 'none' }).rows).toEqual([])
})
