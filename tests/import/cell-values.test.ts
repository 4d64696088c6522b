import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isBlankCell } from '#src/server/import/cell-reader.server.ts'
import { readNumber } from '#src/server/import/number-text.ts'
import { cellFields as field, readCell as read, textCell as text } from '../support/cells.ts'

test('signs that nobody sees go, and joined emoji stay whole', () => {
  expect(read(field.text, text('\u200b第一\u200b小学\ufeff \u2060'))).toEqual({ value: '第一小学' })
  expect(read(field.code, text('DEMO\u200b-1\u200e'))).toEqual({ value: 'DEMO-1' })
  expect(read(field.phone, text('\u202d13800000001\u202c'))).toEqual({ value: '13800000001' })
  expect(read(field.relation, text('南山\u200d区'))).toEqual({ names: ['南山区'] })
  expect(read(field.integer, text('\u200b12'))).toEqual({ value: 12 })
  for (const whole of ['👨‍👩‍👧', '👩🏽‍🏫', '❤️‍🔥', 'می‌خواهم'])
    expect(read(field.text, text(whole))).toEqual({ value: whole })
  expect(isBlankCell(text('\u200b \ufeff'))).toBe(true)
})

test.each([
  ['(0755)26123456', '0755-26123456'],
  ['（0755）26123456', '0755-26123456'],
  ['(0755) 2612 3456', '0755-26123456'],
  ['0755-2612 3456', '0755-26123456'],
  ['0755—26123456', '0755-26123456'],
  ['138 0000 0001', '13800000001'],
  ['138-0000-0001', '13800000001'],
  ['+86 138 0000 0001', '13800000001'],
  ['+8613800000001', '13800000001'],
  ['0086-13800000001', '13800000001'],
  ['8613800000001', '13800000001'],
  ['+86 755 26123456', '0755-26123456'],
  ['+86 (10) 6123 4567', '010-61234567'],
  ['+86 10 6123', undefined],
  ['+86-0755-26123456', '0755-26123456'],
  ['0755-26123456-801', '0755-26123456-801'],
  ['0755-2612 3456 转 801', '0755-26123456转801'],
  ['１３８００００００１', undefined],
  ['１３８０００００００１', '13800000001'],
  ['400 123 4567', '400 123 4567'],
  ['26123456', '26123456'],
  ['无', undefined],
  ['12', undefined],
])('a phone number is read as people write it: %s', (given, number) => {
  expect(read(field.phone, text(given))).toEqual(
    number ? { value: number } : { error: withLocale('en', m.import_cellPhone) },
  )
})

test.each([
  '13800000001/13900000002',
  '13800000001、13900000002',
  '0755-26123456 13800000001',
  '13800000001\n13900000002',
  '13800000001或0755-26123456',
])('two phone numbers in a cell are refused, with an example: %s', (given) => {
  expect(read(field.phone, text(given))).toEqual({ error: withLocale('en', m.import_cellPhones) })
  expect(read(field.mobile, text(given))).toEqual({ error: withLocale('en', m.import_cellPhones) })
})

test.each([
  ['1,234.50', 1234.5],
  ['(1,234.50)', -1234.5],
  ['（1,234.50）', -1234.5],
  ['(¥1,234.50)', -1234.5],
  ['1234.5元', 1234.5],
  ['￥1,234.50', 1234.5],
  ['¥ 12', 12],
  ['-￥12', -12],
  ['￥-12', -12],
  ['人民币12元整', 12],
  ['−5', -5],
  ['1 234 567', 1_234_567],
  ['1.5万', 15_000],
  ['1.5万元', 15_000],
  ['2亿元', 200_000_000],
  ['５', 5],
  ['.5', 0.5],
  ['', undefined],
  ['元', undefined],
  ['(-5)', undefined],
  ['()', undefined],
  ['1,23', undefined],
  ['12.34.56', undefined],
  ['2+3', undefined],
  ['万', undefined],
])('money is read as people write it: %s', (given, value) => {
  expect(readNumber(given, true)).toBe(value)
})

test.each([
  ['2年', 2],
  ['100分', 100],
  ['45人', 45],
  ['92.5%', 0.925],
  ['1,200平方米', 1200],
  ['30㎡', 30],
  ['30 米', 30],
  ['24个月', undefined],
  ['3周', undefined],
  ['第3', undefined],
  ['12号楼', undefined],
])('a number is read with its unit, unless the unit changes it: %s', (given, value) => {
  expect(readNumber(given, false)).toBe(value)
})

test('fifty 分 are no fifty yuan', () => {
  expect(readNumber('50分', true)).toBe(undefined)
  expect(read(field.money, text('12.34元'))).toEqual({ value: 1234 })
})

test.each([
  ['2025', 2025],
  ['2025学年', 2025],
  ['2025学年度', 2025],
  ['2025-2026', 2025],
  ['2025—2026学年', 2025],
  ['2025～2026学年度', 2025],
  ['2025/26', 2025],
  ['2025年-2026学年', 2025],
  ['2025级', 2025],
  ['2025-2028', undefined],
  ['2025-09', undefined],
  ['2025年9月', undefined],
  ['25', undefined],
])('a year is read as people write it: %s', (given, year) => {
  expect(read(field.year, text(given))).toEqual(year ? { value: year } : { error: 'Not a year: write it like 2026' })
})

test('long texts where a number belongs are refused at once', () => {
  const long = `${'1'.repeat(90_000)}x`
  for (const one of [field.number, field.money, field.year, field.phone, field.mobile])
    expect(read(one, text(long))).toHaveProperty('error')
})
