import { expect, test } from 'vitest'
import { examOptions } from '#src/features/exams/exam-options.ts'

test('exams that look alike in a choice have their number', () => {
  const exams = [
    { id: 3, name: 'Mock', since: '2026-09-18' },
    { id: 9, name: 'Mock', since: '2026-09-18' },
    { id: 12, name: 'Mock', since: '2026-10-18' },
  ]
  expect(examOptions(exams, ({ name, since }) => `${name} (${since})`)).toEqual([
    { value: '3', label: 'Mock (2026-09-18) #3' },
    { value: '9', label: 'Mock (2026-09-18) #9' },
    { value: '12', label: 'Mock (2026-10-18)' },
  ])
})
