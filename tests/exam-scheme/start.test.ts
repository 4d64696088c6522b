import { expect, test } from 'vitest'
import { combinationsToAdd, subjectRow, subjectsToAdd } from '#src/features/exam-scheme/scheme-start.ts'

const subject = (id: number, type: string, change = {}) => ({
  id,
  type,
  fullMark: 100 + id,
  levelIds: [1],
  status: 1,
  ...change,
})
const row = (subjectId: number, kind: string) => ({ subjectId, kind })

test('a subject begins with its usual mark, and its usual part where candidates choose', () => {
  expect(subjectRow(subject(5, 'first'), { choice: '3+1+2' })).toEqual({
    subjectId: 5,
    kind: 'first',
    fullMark: 105,
    counts: 1,
    assigned: 0,
  })
  expect(subjectRow(subject(5, 'first'), { choice: 'none' })).toMatchObject({ kind: 'required', counts: 1 })
  expect(subjectRow(subject(5, 'school'), { choice: 'none' })).toMatchObject({ kind: 'school', counts: 0 })
})

test('what is offered is of the level, in use, examined, and not there yet', () => {
  const known = [
    subject(1, 'required'),
    subject(2, 'required', { levelIds: [2] }),
    subject(3, 'required', { status: 0 }),
    subject(4, 'school'),
    subject(5, 'second'),
  ]
  expect(subjectsToAdd({ levelId: 1, subjects: [row(1, 'required')] }, known).map(({ id }) => id)).toEqual([5])
  expect(subjectsToAdd({ levelId: null, subjects: [] }, known)).toEqual([])
})

test('all combinations are those that are missing, whatever order the others were chosen in', () => {
  const values = {
    choice: '3+1+2',
    subjects: [row(1, 'first'), row(2, 'second'), row(3, 'second'), row(4, 'second'), row(9, 'required')],
    combinations: [{ name: 'own', subjectIds: [3, 1, 2] }],
  }
  const names: Record<number, string> = { 1: '物理', 2: '化学', 3: '生物', 4: '地理' }
  expect(combinationsToAdd(values, (id) => names[id] ?? '')).toEqual([
    { name: '物化地', subjectIds: [1, 2, 4] },
    { name: '物生地', subjectIds: [1, 3, 4] },
  ])
  expect(combinationsToAdd({ ...values, choice: 'none' }, String)).toEqual([])
})
