import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { crossErrors, isShown, isShownAmong } from '#src/resource/cross-checks.ts'
import type { Field } from '#src/resource/description.ts'
import { label } from '../support/label.ts'

const fields: Field[] = [
  { name: 'kind', type: 'text', label: label('Kind') },
  { name: 'tags', type: 'relation', multiple: true, resource: 'x', label: label('Tags') },
  { name: 'reason', type: 'text', label: label('Reason'), required: true, showWhen: { field: 'kind', in: ['late'] } },
  { name: 'other', type: 'text', label: label('Other'), required: true, showWhen: { field: 'tags', filled: true } },
  { name: 'begin', type: 'date', label: label('Begin'), rangeTo: 'end' },
  { name: 'end', type: 'date', label: label('End') },
  { name: 'least', type: 'integer', label: label('Least'), rangeTo: 'most' },
  { name: 'most', type: 'integer', label: label('Most') },
]
const check = (values: Record<string, unknown>) => withLocale('en', () => crossErrors({ fields }, values))

test('a field is required while it is shown', () => {
  expect(check({ kind: 'on time', reason: '' })).toEqual({})
  expect(check({ kind: 'late', reason: '' })).toEqual({ reason: ['Required'] })
  expect(check({ kind: 'late', reason: 'snow' })).toEqual({})
  expect(check({ tags: [] })).toEqual({})
  expect(check({ tags: [1] })).toEqual({ other: ['Required'] })
})

test('conditions: among, not among, filled, empty; several values count one by one', () => {
  expect(isShown({ showWhen: { field: 'a', in: [1, 2] } }, { a: 2 })).toBe(true)
  expect(isShown({ showWhen: { field: 'a', in: [1, 2] } }, { a: [3, 1] })).toBe(true)
  expect(isShown({ showWhen: { field: 'a', notIn: ['x'] } }, { a: 'x' })).toBe(false)
  expect(isShown({ showWhen: { field: 'a', notIn: ['x'] } }, {})).toBe(true)
  expect(isShown({ showWhen: { field: 'a', filled: false } }, { a: '' })).toBe(true)
  expect(isShown({ showWhen: { field: 'a', filled: false } }, { a: 0 })).toBe(false)
})

test('a range does not end before it begins; an open one is none', () => {
  expect(check({ begin: '2026-09-02', end: '2026-09-01' })).toEqual({ end: ['Must not be before “Begin”'] })
  expect(check({ begin: '2026-09-01', end: '2026-09-01' })).toEqual({})
  expect(check({ begin: '2026-09-01', end: null })).toEqual({})
  expect(check({ least: 9, most: 10 })).toEqual({})
  expect(check({ least: 10, most: 9 })).toEqual({ most: ['Must not be less than “Least”'] })
})

test('in a form, a field whose condition stands on a hidden field is hidden, too', () => {
  const label = { 'zh-cn': 'x', en: 'x' }
  const [kind, how, where] = [
    { name: 'kind', type: 'text', label },
    { name: 'how', type: 'text', label, showWhen: { field: 'kind', in: ['page'] } },
    { name: 'where', type: 'text', label, showWhen: { field: 'how', in: ['tab'] } },
  ] as const
  const fields = [kind, how, where]
  expect(isShownAmong(fields, where, { kind: 'page', how: 'tab' })).toBe(true)
  expect(isShownAmong(fields, where, { kind: 'button', how: 'tab' })).toBe(false)
  expect(isShownAmong(fields, kind, {})).toBe(true)
})
