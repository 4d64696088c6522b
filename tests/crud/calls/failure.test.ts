import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'

test('refusals speak at their fields', () => {
  const duplicate = new BackendError(409, 'taken', { reason: 'duplicate', errors: { code: ['taken'] } })
  expect(failureOf(duplicate)).toEqual({ kind: 'refused', message: 'taken', errors: { code: ['taken'] } })
})

test('a stale version brings the stored row', () => {
  const current = { id: 1, version: 3, name: 'x' }
  const stale = new BackendError(409, 'stale', { reason: 'stale', current, labels: { pid: { 7: 'seven' }, bad: 3 } })
  expect(failureOf(stale)).toEqual({ kind: 'stale', current, labels: { pid: { 7: 'seven' } } })
  // Without the current row there is nothing to merge.
  expect(failureOf(new BackendError(409, 'stale', { reason: 'stale' })).kind).toBe('refused')
})

test.each([
  ['no answer', new TypeError('Failed to fetch'), 'lost'],
  ['a gateway that gave up', new BackendError(504, 'late'), 'lost'],
  ['an ended session', new BackendError(401, 'over'), 'signedOut'],
  ['no permission', new BackendError(403, 'no'), 'refused'],
])('%s', (_what, error, kind) => {
  expect(failureOf(error).kind).toBe(kind)
})

test('a key stays until a certain no, and remembers what may be stored under it', () => {
  const key = new IdempotencyKey()
  const first = key.current
  key.lost('a')
  expect(key.current).toBe(first)
  expect(key.mayHold('a')).toBe(false)
  expect(key.mayHold('b')).toBe(true)
  key.refused()
  expect(key.current).not.toBe(first)
  expect(key.mayHold('b')).toBe(false)
})
