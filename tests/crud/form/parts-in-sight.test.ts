import { expect, test } from 'vitest'
import { partsInSight } from '#src/crud/form/parts-in-sight.ts'
import { recordFormParts } from '#src/crud/form/record-form-parts.ts'
import type { Field } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

const text = (name: string, section: string): Field => ({ name, type: 'text', label: label(name), section })
const table = (name: string, section: string): Field => ({
  name,
  type: 'rows',
  label: label(name),
  maxItems: 99,
  section,
  fields: [{ name: 'cell', type: 'text', label: label('Cell') }],
})
const rows = (count: number) => Array.from({ length: count }, () => ({ cell: 'x' }))
const form = { sections: ['one', 'two', 'three'].map((key) => ({ key, title: label(key) })) }
const partsOf = (...fields: Field[]) => recordFormParts({ fields, form })
const namesIn = (parts: ReturnType<typeof partsInSight>) => parts?.map(({ fields }) => fields.map(({ name }) => name))

test('a form that is in sight begins with all of it', () => {
  const parts = partsOf(text('a', 'one'), table('b', 'two'), text('c', 'three'))
  expect(partsInSight(parts, { a: '', b: rows(11), c: '' })).toBeUndefined()
  expect(partsInSight(parts, { a: '', b: [], c: '' })).toBeUndefined()
})

test('a form begins with what is in sight, and ends after a table whose rows are not', () => {
  const parts = partsOf(text('a', 'one'), table('b', 'two'), text('c', 'two'), text('d', 'three'))
  expect(namesIn(partsInSight(parts, { a: '', b: rows(13), c: '', d: '' }))).toEqual([['a'], ['b']])
  const last = partsOf(text('a', 'one'), table('b', 'two'))
  expect(namesIn(partsInSight(last, { a: '', b: rows(13) }))).toEqual([['a'], ['b']])
  const many = Array.from({ length: 20 }, (_, at) => text(`t${at}`, at < 10 ? 'one' : 'two'))
  const values = Object.fromEntries(many.map(({ name }) => [name, '']))
  expect(partsInSight(partsOf(...many), values)?.map(({ fields }) => fields.length)).toEqual([10, 4])
})

test('a table that is not shown takes no place', () => {
  const hidden: Field = { ...table('b', 'one'), showWhen: { field: 'a', in: ['yes'] } }
  const parts = partsOf(text('a', 'one'), hidden, text('c', 'two'))
  expect(partsInSight(parts, { a: 'no', b: rows(50), c: '' })).toBeUndefined()
  expect(namesIn(partsInSight(parts, { a: 'yes', b: rows(50), c: '' }))).toEqual([['a', 'b']])
})
