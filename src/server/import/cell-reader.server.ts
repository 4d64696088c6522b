import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { fromZoned } from '#src/lib/zoned.ts'
import type { Field, FieldOf } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-schema.ts'
import { labelText } from '#src/resource/label.ts'
import type { SheetCell } from '../sheet/cell.ts'
import { LAST_SERIAL, localOf, PLAUSIBLE_DAYS } from '../sheet/serial-date.ts'
import { readWallClock, type WallClock } from './wall-clock.ts'

/** The result of reading a cell: a value to validate, names to look up, or an error message. */
export type Reading = { value: unknown } | { names: string[] } | { error: string }
export type CellReader = (cell: SheetCell) => Reading

/** Whether a cell is empty. A formula without a value is not empty. */
export function isBlankCell(cell: SheetCell | undefined): cell is undefined {
  return cell === undefined || (cell.kind !== 'formula' && cell.text.trim() === '')
}

/** Creates the reader for the cells of a field, once for each file. */
export function cellReader(field: Field, timeZone: string): CellReader {
  const read = readerOf(field, timeZone)
  return (cell) => {
    if (cell.kind === 'error') return { error: m.import_cellError({ error: cell.text }) }
    if (cell.kind === 'formula') return { error: m.import_cellFormula() }
    return read(cell)
  }
}

function readerOf(field: Field, timeZone: string): CellReader {
  if (isRank(field)) return numberReader(1)
  switch (field.type) {
    case 'integer':
    case 'number':
      return numberReader(1)
    case 'money':
      return numberReader(100)
    case 'year':
      return yearReader
    case 'switch':
      return switchReader()
    case 'select':
      return selectReader(field)
    case 'date':
      return momentReader(
        ({ day, time }) => (day && (!time || time === '00:00:00') ? day : undefined),
        m.import_cellDate,
      )
    case 'datetime':
      return instantReader(timeZone)
    case 'time':
      return momentReader(({ day, time }) => (day ? undefined : time), m.import_cellTime)
    case 'texts':
      return (cell) => ({ value: cellPartsOf(cell.text) })
    case 'pairs':
      return (cell) => ({ value: pairsOf(cell.text) })
    case 'image':
    case 'file':
      return (cell) => ({
        value: field.multiple ? cell.text.split(/[\s,，;；]+/).filter((part) => part !== '') : cell.text.trim(),
      })
    case 'relation':
      return (cell) => lossless(cell, (text) => ({ names: field.multiple ? [text, ...cellPartsOf(text)] : [text] }))
    case 'area':
      return (cell) => ({ names: [cell.text.trim()] })
    default: {
      // Users type codes and phone numbers in full-width characters by mistake. Names stay unchanged.
      const isTyped = field.type === 'text' && field.rule !== undefined && field.rule !== 'name' && field.rule !== 'url'
      return (cell) => lossless(cell, (text) => ({ value: isTyped ? text.normalize('NFKC').trim() : text }))
    }
  }
}

/** The parts of a list: `小学、初中`. */
export function cellPartsOf(text: string): string[] {
  return text
    .split(/[、,，;；|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Pairs as `key: value`, separated by line breaks or semicolons. */
function pairsOf(text: string): { key: string; value: string }[] {
  const lines = text.split(/[\n;；]/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, key = line, value = ''] = /^([^:：=]*)[:：=](.*)$/s.exec(line) ?? []
      return { key: key.trim(), value: value.trim() }
    })
}

/** A long number that was stored as a number has lost its last digits. It must not become a text. */
function lossless(cell: SheetCell, read: (text: string) => Reading): Reading {
  if (cell.kind === 'number' && Math.abs(cell.number) > Number.MAX_SAFE_INTEGER) return { error: m.import_cellDigits() }
  return read(cell.text.trim())
}

/** @param scale factor of the stored value: 100 for whole cents */
function numberReader(scale: number): CellReader {
  return (cell) => {
    if (cell.kind !== 'text') {
      const number = cell.kind === 'boolean' ? Number(cell.value) : 'number' in cell ? cell.number : Number.NaN
      return cell.kind === 'number' ? { value: scaled(number, scale) } : { error: m.import_cellNumber() }
    }
    const text = cell.text.normalize('NFKC').trim()
    // Commas are removed only where they separate thousands. A currency sign in front is how money is shown.
    const bare = /^[-+]?[¥￥$]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
    const plain = bare.replace(/^([-+]?)[¥￥$]/, '$1')
    const [, digits, percent] = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(%?)$/.exec(plain) ?? []
    if (digits === undefined) return { error: m.import_cellNumber() }
    // A cell that shows 92.5% stores 0.925. The same table saved as CSV must give the same value.
    return { value: scaled(percent ? Number((Number(digits) / 100).toPrecision(13)) : Number(digits), scale) }
  }
}

/** 19.99 × 100 gives 1998.9999…, so the result is rounded to six decimals. A third of a cent stays a fraction. */
function scaled(number: number, scale: number): number {
  return scale === 1 ? number : Number((number * scale).toFixed(6))
}

/** 2026, 2026年, 2026级, 2026届, or a date in that year. */
const yearReader: CellReader = (cell) => {
  if (cell.kind === 'date' || cell.kind === 'datetime') return { value: Number(cell.local.slice(0, 4)) }
  const found = /^(\d{4})\s*[年级届]?$/.exec(cell.text.normalize('NFKC').trim())
  return found ? { value: Number(found[1]) } : { error: m.import_cellYear() }
}

const YES = [
  '1',
  'true',
  't',
  'yes',
  'y',
  'on',
  'enabled',
  'enable',
  'active',
  '是',
  '对',
  '真',
  '有',
  '开',
  '启用',
  '正常',
  '√',
  '✓',
  '✔',
  '☑',
]
const NO = [
  '0',
  'false',
  'f',
  'no',
  'n',
  'off',
  'disabled',
  'disable',
  'inactive',
  '否',
  '不',
  '错',
  '假',
  '无',
  '关',
  '停用',
  '禁用',
  '×',
  '✗',
  '✘',
  'x',
  '☐',
]

function switchReader(): CellReader {
  const words = new Map([...YES.map((word) => [word, 1] as const), ...NO.map((word) => [word, 0] as const)])
  for (const locale of ['zh-cn', 'en'] as const) {
    withLocale(locale, () => words.set(plain(m.status_enabled()), 1).set(plain(m.status_disabled()), 0))
  }
  return (cell) => {
    const value = cell.kind === 'boolean' ? Number(cell.value) : words.get(plain(cell.text))
    return value === undefined ? { error: m.import_cellSwitch() } : { value }
  }
}

/** Finds an option by its label in either language, or by its value. */
function selectReader(field: FieldOf<'select'>): CellReader {
  const words = new Map<string, string | number>()
  const learn = (word: string, value: string | number) => void (words.has(plain(word)) || words.set(plain(word), value))
  for (const { label, value } of field.options) {
    for (const locale of ['zh-cn', 'en'] as const)
      learn(
        withLocale(locale, () => labelText(label)),
        value,
      )
  }
  for (const { value } of field.options) learn(String(value), value)
  const choices = field.options.filter((option) => !option.retired)
  const error = () => {
    const shown = choices.slice(0, 8).map((option) => labelText(option.label))
    return m.import_cellOption({ options: shown.join(m.crud_listSeparator()) + (choices.length > 8 ? ' …' : '') })
  }
  return (cell) => {
    const whole = words.get(plain(cell.text))
    if (!field.multiple) return whole === undefined ? { error: error() } : { value: whole }
    if (whole !== undefined) return { value: [whole] }
    const values = cellPartsOf(cell.text).map((part) => words.get(plain(part)))
    return values.includes(undefined) ? { error: error() } : { value: values }
  }
}

/** Reads a date or a time. It comes from a date cell, from a number where only a date can be meant, or from a text. */
function momentReader(pick: (clock: WallClock) => string | undefined, error: () => string): CellReader {
  return (cell) => {
    const clock = clockOf(cell)
    const value = clock && pick(clock)
    return value ? { value } : { error: error() }
  }
}

/** A date and time without a time zone is in the site's time zone. */
function instantReader(timeZone: string): CellReader {
  const local = momentReader(({ day, time = '00:00:00' }) => {
    return day && isDay(day) && isTime(time) ? fromZoned({ day, time }, timeZone) : undefined
  }, m.import_cellDateTime)
  return (cell) => {
    const text = cell.text.trim()
    return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? { value: text } : local(cell)
  }
}

function clockOf(cell: SheetCell): WallClock | undefined {
  switch (cell.kind) {
    case 'date':
    case 'datetime':
      return { day: cell.local.slice(0, 10), time: cell.local.slice(11) }
    case 'time':
      return { time: cell.local.slice(11) }
    case 'number':
      return serialClock(cell.number, cell.date1904)
    default: {
      const text = cell.text.trim()
      return /^\d{5}(\.\d+)?$/.test(text) ? serialClock(Number(text)) : readWallClock(text)
    }
  }
}

/** A date whose cell has lost its format is a plain number. 20260901 is a date that never had a format. */
function serialClock(number: number, date1904 = false): WallClock | undefined {
  if (Number.isInteger(number) && number > LAST_SERIAL) return readWallClock(String(number))
  const local = localOf(number, date1904)
  if (!local || (number >= 1 && (number < PLAUSIBLE_DAYS.min || number > PLAUSIBLE_DAYS.max))) return undefined
  return number < 1 ? { time: local.slice(11) } : { day: local.slice(0, 10), time: local.slice(11) }
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
}
