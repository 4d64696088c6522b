import { expect, test } from 'vitest'
import { recordFormErrors, settledValues, writtenValues } from '#src/crud/form/record-form-errors.ts'
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

test('an unchanged value of a stored row breaks no rule of its field; another one does, and so does an empty one', () => {
  const rooms: Field[] = [
    { name: 'code', type: 'text', label: label('Code'), max: 3 },
    { name: 'opens', type: 'integer', label: label('Opens'), min: 1, rangeTo: 'closes' },
    { name: 'closes', type: 'integer', label: label('Closes'), min: 1 },
    { name: 'owner', type: 'text', label: label('Owner'), required: true },
    { name: 'tags', type: 'texts', label: label('Tags'), max: 2, maxItems: 9 },
  ]
  const schema = formSchema({ fields: rooms })
  const stored = { code: 'A-100', opens: -5, closes: -2, owner: ' Lee ', tags: ['long', ''] }
  const wrong = (values: object, from = stored) =>
    Object.keys(recordFormErrors({ fields: rooms }, schema, { ...stored, ...values }, undefined, from)).sort()
  expect(wrong({})).toEqual([])
  expect(wrong({ owner: 'Kim' })).toEqual([])
  expect(wrong({ code: 'A-101', tags: ['long'] })).toEqual(['code', 'tags.0'])
  expect(wrong({ closes: -6 })).toEqual(['closes'])
  expect(wrong({ closes: -6 }, { ...stored, closes: -6 })).toEqual(['closes'])
  expect(wrong({ owner: '' }, { ...stored, owner: '' })).toEqual(['owner'])
  const sent = (values: object) => writtenValues(schema, { ...stored, ...values }, stored)
  expect(sent({ code: ' A1 ' })).toEqual({ ...stored, code: 'A1' })
  expect(writtenValues(schema, { ...stored, code: '', opens: 1, closes: 2, tags: [] }, undefined)).toMatchObject({
    owner: 'Lee',
  })
})
