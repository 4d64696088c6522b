import { expect, test } from 'vitest'
import { dataSearch } from '#src/features/exam-data/exam-data.search.ts'

test('the search of the page is read from text, and what is wrong is left out', () => {
  expect(
    dataSearch({ exam: '12', section: 'desk', school: 3, class: '4', subject: '5', q: 'East', only: 'late' }),
  ).toEqual({
    exam: 12,
    section: 'desk',
    school: 3,
    class: 4,
    subject: 5,
    q: 'East',
    only: 'late',
  })
  expect(dataSearch({ exam: '1.5', section: 'x', school: '-1', class: '1e3', q: '', only: 'all', other: '1' })).toEqual(
    {},
  )
})
