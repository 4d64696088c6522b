import { expect, test } from 'vitest'
import { differences, firstChoices, merged } from '#src/crud/form/merge.ts'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { changedValues, sameValue, valuesOf } from '#src/resource/form-values.ts'

const of = (row: object) =>
  valuesOf(organizationDescription, { code: 'A', name: 'A', type: 'school', status: 1, ...row })
const base = of({ contact: 'one', phone: '', levelIds: [1, 2] })

test('only what differs is compared, and who changed it is told', () => {
  const mine = { ...base, name: 'mine', contact: 'mine', levelIds: [2, 1] }
  const theirs = { ...base, contact: 'theirs', phone: '0755-26660000' }
  const found = differences(organizationDescription, { base, mine, theirs })
  expect(found.map(({ field, by }) => [field.name, by])).toEqual([
    ['name', 'mine'],
    ['contact', 'both'],
    ['phone', 'theirs'],
  ])
  expect(firstChoices(found)).toEqual({ name: 'mine', contact: undefined, phone: 'theirs' })
  const result = merged(found, { name: 'mine', contact: 'theirs', phone: 'theirs' }, { mine, theirs })
  expect(result).toMatchObject({ name: 'mine', contact: 'theirs', phone: '0755-26660000' })
  expect(changedValues(theirs, result)).toEqual({ name: 'mine' })
})

test('what nobody has chosen yet stays as it was typed', () => {
  const mine = { ...base, contact: 'mine' }
  const theirs = { ...base, contact: 'theirs' }
  const found = differences(organizationDescription, { base, mine, theirs })
  expect(merged(found, firstChoices(found), { mine, theirs }).contact).toBe('mine')
})

test('lists are the same in any order, and nothing is not the same as empty', () => {
  expect(sameValue([1, 2], [2, 1])).toBe(true)
  expect(sameValue([1], [1, 2])).toBe(false)
  expect(sameValue(null, '')).toBe(false)
})
