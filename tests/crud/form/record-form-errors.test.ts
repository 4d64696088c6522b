import { expect, test } from 'vitest'
import { recordFormErrors, sentValues, settledValues } from '#src/crud/form/record-form-errors.ts'
import type { Field } from '#src/resource/description.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { label } from '../../support/label.ts'

const fields: Field[] = [
  { name: 'kind', type: 'text', label: label('Kind') },
  { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone', showWhen: { field: 'kind', in: ['school'] } },
  {
    name: 'seats',
    type: 'integer',
    label: label('Seats'),
    min: 1,
    default: 30,
    showWhen: { field: 'kind', filled: true },
  },
]
const errorsOf = (values: { kind: string; phone: string; seats: number }, wrong = {}) =>
  Object.keys(recordFormErrors({ fields }, formSchema({ fields }), values, () => wrong)).sort()

test('a field that is not shown is never wrong, whoever says so', () => {
  expect(errorsOf({ kind: 'school', phone: '12', seats: 0 })).toEqual(['phone', 'seats'])
  expect(errorsOf({ kind: 'office', phone: '12', seats: 0 })).toEqual(['seats'])
  expect(errorsOf({ kind: '', phone: '12', seats: 0 })).toEqual([])
  const ownRules = { phone: ['taken'], kind: ['odd'] }
  expect(errorsOf({ kind: 'school', phone: '', seats: 1 }, ownRules)).toEqual(['kind', 'phone'])
  expect(errorsOf({ kind: 'office', phone: '', seats: 1 }, ownRules)).toEqual(['kind'])
})

test('what is not shown is sent as its default, or as nothing', () => {
  const values = { kind: 'office', phone: '12', seats: 5 }
  expect(settledValues({ fields }, values, 'Asia/Shanghai')).toEqual({ kind: 'office', phone: '', seats: 5 })
  expect(settledValues({ fields }, { ...values, kind: '' }, 'Asia/Shanghai')).toEqual({
    kind: '',
    phone: '',
    seats: 30,
  })
})

test('a value that is stored and not changed is never wrong, and is sent as it is', () => {
  const schema = formSchema({ fields })
  const stored = { kind: 'school', phone: ' 12', seats: 0 }
  const errors = (values: typeof stored) => Object.keys(recordFormErrors({ fields }, schema, values, undefined, stored))
  expect(errors(stored)).toEqual([])
  expect(errors({ ...stored, phone: '13' })).toEqual(['phone'])
  expect(sentValues({ fields }, schema, { ...stored, seats: 7 }, stored)).toEqual({ ...stored, seats: 7 })
  expect(sentValues({ fields }, schema, { ...stored, seats: 7 })).toEqual({ ...stored, phone: '12', seats: 7 })
  // A required field without a value is wrong all the same.
  const named: Field[] = [{ name: 'name', type: 'text', label: label('Name'), required: true }]
  const empty = { name: '' }
  expect(recordFormErrors({ fields: named }, formSchema({ fields: named }), empty, undefined, empty)).not.toEqual({})
})
