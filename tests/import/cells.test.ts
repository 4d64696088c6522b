import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { cellReader } from '#src/server/import/cell-reader.server.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import { label } from '../support/label.ts'

const text = (content: string): SheetCell => ({ kind: 'text', text: content })
const number = (value: number): SheetCell => ({ kind: 'number', text: String(value), number: value })
const field = {
  text: { name: 'note', type: 'text', label: label('Note') },
  code: { name: 'code', type: 'text', label: label('Code'), rule: 'code' },
  integer: { name: 'seats', type: 'integer', label: label('Seats') },
  money: { name: 'price', type: 'money', label: label('Price') },
  relation: { name: 'orgId', type: 'relation', label: label('Organization'), resource: 'organization' },
  area: { name: 'areaCode', type: 'area', label: label('Division') },
} as const satisfies Record<string, Field>

const read = (one: Field, cell: SheetCell) => withLocale('en', () => cellReader(one, 'Asia/Shanghai')(cell))
const digits = withLocale('en', m.import_cellDigits)
const shortened = withLocale('en', m.import_cellShortened)

test('fifteen digits of a number are kept; of sixteen the last is lost, so the cell is refused', () => {
  for (const one of [field.text, field.code])
    expect(read(one, number(440_300_199_001_011))).toEqual({ value: '440300199001011' })
  for (const one of [field.text, field.code, field.relation, field.area, field.integer, field.money]) {
    for (const value of [1e15, 4_403_000_000_000_001, 4_403_001_990_010_112, -4_403_000_000_000_001, 2 ** 60])
      expect(read(one, number(value)), `${one.type} ${value}`).toEqual({ error: digits })
  }
  expect(read(field.code, text('4403000000000001'))).toEqual({ value: '4403000000000001' })
  expect(read(field.integer, text('9007199254740993'))).toEqual({ error: digits })
})

test('a number that a program has shortened in a text file is refused', () => {
  for (const one of [field.text, field.code, field.relation, field.area, field.integer]) {
    for (const shown of ['1.1E+17', '1.38E+10', '1.10101E+17', '4E+15', '-1.2e+11', ' 1.38E+10 '])
      expect(read(one, text(shown)), `${one.type} ${shown}`).toEqual({ error: shortened })
  }
  for (const shown of ['E+10', '1.38E', '12E+10', '3E', 'B1.38E+10', '1.38E+1', '第1.38E+10号'])
    expect(read(field.text, text(shown))).toEqual({ value: shown })
})
