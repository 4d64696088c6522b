import { expect, test } from 'vitest'
import { startValue } from '#src/crud/form/start-values.ts'
import type { Field } from '#src/resource/description.ts'
import { isZoneless, zoneOf } from '#src/resource/zone-of.ts'
import { label } from '../../support/label.ts'

const zoned: Field = { name: 'at', type: 'datetime', label: label('At'), default: { dynamic: 'now' } }
const zoneless: Field = {
  name: 'at',
  type: 'datetime',
  zoneless: true,
  label: label('At'),
  default: { dynamic: 'now' },
}

test('a default of now is the present moment, and of a clock time what the clock of the site says', () => {
  const before = Date.now()
  const [moment, clock] = [zoned, zoneless].map((field) => String(startValue(field, 'Asia/Shanghai')))
  const after = Date.now()
  const [at, said] = [Date.parse(moment ?? ''), Date.parse(clock?.replace('Z', '+08:00') ?? '')]
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(after)
  // A clock has no parts of a second.
  expect(said).toBeGreaterThan(before - 1000)
  expect(said).toBeLessThanOrEqual(after)
  expect(clock).toMatch(/:\d\d\.000Z$/)
})

test('the time zone of the site moves values, but no clock times', () => {
  expect([zoned, zoneless].map((field) => zoneOf(field, 'Asia/Shanghai'))).toEqual(['Asia/Shanghai', 'UTC'])
  expect(isZoneless({ type: 'date' })).toBe(false)
})
