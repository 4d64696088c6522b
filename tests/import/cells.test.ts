import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cellReader } from '#src/server/import/cell-reader.server.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import { listParts } from '#src/server/sheet/cell-list.ts'
import { lookOf, shownNumber, shownText } from '#src/server/sheet/number-formats.server.ts'
import { cellFields as field, numberCell as number, readCell as read, textCell as text } from '../support/cells.ts'

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

/** A number in a cell with a format, as a workbook gives it. */
function formatted(value: number, code: string): SheetCell {
  const look = lookOf(code)
  const shown = shownNumber(look, value, false)
  const plain =
    look.kind === 'padded'
      ? String(value).padStart(look.length, '0')
      : look.kind === 'percent'
        ? `${Number((value * 100).toPrecision(13))}%`
        : String(value)
  return shown === undefined || shown === plain
    ? { kind: 'number', text: plain, number: value }
    : { kind: 'number', text: plain, number: value, shown }
}

const looks: [code: string, value: number, seen: string, inCode?: string | null][] = [
  ['"SZ"0000', 7, 'SZ0007'],
  ['"0"000-000', 755_123, '0755-123'],
  ['0000-0000', 7, '0000-0007'],
  ['0000000', 440, '0000440'],
  ['000000000000000000', 440_300, '000000000000440300'],
  ['General', 12_345, '12345'],
  ['@', 7, '7'],
  ['0', 12_345, '12345'],
  ['[Red]0_);(0)', 5, '5'],
  ['0"号"', 5, '5号'],
  ['\\A00', 3, 'A03'],
  ['General"间"', 7, '7间'],
  ['"SZ"General', 440_300_199_001_011, 'SZ440300199001011'],
  ['"SZ"@', 7, 'SZ7'],
  ['"a;b"0', 7, 'a;b7'],
  ['[$-804]General', 440_300_199_001_011, '440300199001011'],
  ['General;-General;"无"', -3, '-3'],
]

test.each(looks)('a text field gets what the cell shows: %s', (code, value, seen) => {
  expect(read(field.text, formatted(value, code))).toEqual({ value: seen })
  expect(read(field.code, formatted(value, code))).toEqual({ value: seen })
  expect(read(field.texts, formatted(value, code))).toEqual({ value: listParts(seen) })
  expect(read(field.relation, formatted(value, code))).toEqual({ names: [seen] })
})

test.each([
  ['0.00', 3.142_59, '3.14', '3.14', '3.14259'],
  ['0%', 0.925, '93%', '93%', '0.925'],
  ['0.0,"k"', 5400, '5.4k', '5.4k', '5400'],
  ['0;-0;"无"', 0, '无', '无', '0'],
  [';;;', 5, '', '5'],
  ['[DBNum1][$-804]General', 25, '', '25'],
  ['0.00E+00', 440_300_199_001, '', '440300199001'],
  ['[DBNum1]0', 25, '', '25'],
  ['bad[', 25, '', '25'],
])(
  'a text field says when a number is shown as another one, or cannot be told: %s',
  (code, value, shown, taken, held?: string) => {
    const notice = held === undefined ? { kind: 'shown', shown, taken } : { kind: 'shown', shown, taken, held }
    expect(read(field.text, formatted(value, code))).toEqual({ value: taken, notice })
  },
)

test('a text whose format adds words is read as it is shown, and one that is hidden is told', () => {
  const seen = (code: string, content: string): SheetCell => {
    const shown = shownText(lookOf(code), content)
    return shown === undefined ? text(content) : { kind: 'text', text: content, shown }
  }
  for (const [code, shown] of [
    ['"SZ"@', 'SZ0007'],
    ['0;-0;0;"第"@"号"', '第0007号'],
    ['_ @_ ', '0007'],
    ['[Red]@', '0007'],
    ['0000', '0007'],
    ['@', '0007'],
  ] as const)
    for (const one of [field.text, field.relation]) {
      const value = one.type === 'relation' ? { names: [shown] } : { value: shown }
      expect(read(one, seen(code, '0007')), code).toEqual(value)
    }
  const notice = { kind: 'shown', shown: '', taken: '0007' }
  expect(read(field.text, seen(';;;', '0007'))).toEqual({ value: '0007', notice })
})

test('a number that is shown as a word stands for that word; a word that is none is told', () => {
  const notice = { kind: 'shown', shown: '好', taken: '1' }
  expect(read(field.switch, formatted(1, '"否";;"是"'))).toEqual({ value: 0 })
  expect(read(field.switch, formatted(1, '"好"'))).toEqual({ value: 1, notice })
  expect(read(field.select, formatted(1, '"Two"'))).toEqual({ value: 2 })
  expect(read(field.select, formatted(1, '0"级"'))).toEqual({ value: 1 })
  expect(read({ ...field.select, multiple: true }, formatted(1, '"好"'))).toEqual({ value: [1], notice })
})

test('a length of a day or more is no time of day', () => {
  const time = (hours: string, value: number): SheetCell => ({
    kind: 'time',
    text: '12:00:00',
    local: '1900-01-01T12:00:00',
    number: value,
    shown: hours,
  })
  expect(read(field.time, time('36:00', 1.5))).toEqual({ error: withLocale('en', m.import_cellTime) })
  expect(read(field.time, time('12:00', 46_082.5))).toEqual({ value: '12:00:00' })
  expect(read(field.time, time('12:00', 0.5))).toEqual({ value: '12:00:00' })
})

test('a code or a name that a text file has as a date or a truth value is told; other texts are not', () => {
  const readName = (cell: SheetCell) => withLocale('en', () => cellReader(field.text, 'Asia/Shanghai', true)(cell))
  for (const shown of [
    '2026/3/1',
    '2026-03-01',
    '3月1日',
    '2026年3月1日',
    '2026年3月',
    '1-Mar',
    '1-mar-26',
    'Mar-01',
  ]) {
    const told = { value: shown, notice: { kind: 'date', shown, taken: shown } }
    expect(readName(text(shown))).toEqual(told)
    expect(read(field.code, text(shown))).toEqual(told)
    expect(read(field.text, text(shown))).toEqual({ value: shown })
  }
  expect(readName(text('TRUE'))).toEqual({ value: 'TRUE', notice: { kind: 'boolean', shown: 'TRUE', taken: 'TRUE' } })
  for (const shown of ['3-1', '2026/3-1', '一月一日小学', '1-March小学', 'True', '20260301', '2026.3.1'])
    expect(readName(text(shown))).toEqual({ value: shown })
})

test('a shortened number in a list or a pair is refused, and a long one as well', () => {
  for (const cell of [text('1.1E+17'), text('a、1.1E+17')])
    expect(read(field.texts, cell)).toEqual({ error: shortened })
  expect(read(field.pairs, text('a: 1.1E+17'))).toEqual({ error: shortened })
  for (const one of [field.texts, field.pairs])
    expect(read(one, number(4_403_000_000_000_001))).toEqual({ error: digits })
})

test('separators of thousands do not belong to a code, and a text keeps them', () => {
  expect(read(field.text, formatted(12_345, '#,##0'))).toEqual({ value: '12,345' })
  expect(read(field.code, formatted(12_345, '#,##0'))).toEqual({
    value: '12345',
    notice: { kind: 'shown', shown: '12,345', taken: '12345' },
  })
  expect(read(field.text, formatted(0.925, '0.0%'))).toEqual({ value: '92.5%' })
  expect(read(field.text, formatted(3.1, '0.00'))).toEqual({ value: '3.10' })
})

test('a number field says when the cell shows another number', () => {
  for (const [code, value] of [
    ['0.00', 3.142_59],
    ['#,##0', 12_345],
    ['0%', 0.925],
    ['￥#,##0.00', 12.5],
    ['(0)', 5],
    ['0"元"', 5],
    ['# ?/?', 0.5],
    ['"第"0"年"', 3],
  ] as const)
    expect(read(field.number, formatted(value, code)), code).toEqual({ value })
  for (const [code, value, shown] of [
    ['0.0,', 5400, '5.4'],
    ['0"万"', 5, '5万'],
    ['0"千"', 5, '5千'],
    [';;;', 5, ''],
  ] as const)
    expect(read(field.number, formatted(value, code)), code).toEqual({
      value,
      notice: { kind: 'shown', shown, taken: String(value) },
    })
})

test('a date, a time or a truth value in a text is taken as it is shown, and said', () => {
  const day = (shown?: string | null): SheetCell => ({
    kind: 'date',
    text: '2026-03-01',
    local: '2026-03-01T00:00:00',
    number: 46_082,
    ...(shown === undefined ? {} : { shown }),
  })
  for (const one of [field.text, field.code, field.name]) {
    expect(read(one, day('3-1'))).toEqual({ value: '3-1', notice: { kind: 'date', shown: '3-1', taken: '3-1' } })
    for (const shown of [undefined, null, ''])
      expect(read(one, day(shown))).toMatchObject({ value: '2026-03-01', notice: { kind: 'date' } })
    expect(read(one, { kind: 'boolean', text: 'TRUE', value: true })).toEqual({
      value: 'TRUE',
      notice: { kind: 'boolean', shown: 'TRUE', taken: 'TRUE' },
    })
  }
  expect(read(field.date, day('3-1'))).toEqual({ value: '2026-03-01' })
})

test.each([
  ['m-d', '3-1'],
  ['m"月"d"日"', '3月1日'],
  ['d-mmm', '1-Mar'],
  ['yyyy/m/d', '2026/3/1'],
  ['[$-804]yyyy"年"m"月"d"日" dddd', '2026年3月1日 星期日'],
  ['aaaa', '星期日'],
  ['[DBNum1]yyyy"年"', null],
])('a day is shown in its format: %s', (code, shown) => {
  expect(shownNumber(lookOf(code), 46_082, false)).toBe(shown)
  expect(shownNumber(lookOf(code), 46_082 - 1462, true)).toBe(shown)
  expect(shownNumber(lookOf(code), -1, false)).toBe(null)
})

test('an afternoon is shown in the language of its sign', () => {
  expect(shownNumber(lookOf('h:mm AM/PM'), 0.6, false)).toBe('2:24 PM')
  expect(shownNumber(lookOf('上午/下午h"时"mm"分"'), 0.6, false)).toBe('下午2时24分')
})
