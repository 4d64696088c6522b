import { expect, test } from 'vitest'
import { recordFormErrors, settledValues } from '#src/crud/form/record-form-errors.ts'
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
