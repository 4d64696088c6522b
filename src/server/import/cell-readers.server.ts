import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { fromZoned } from '#src/lib/from-zoned.ts'
import type { FieldOf } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { SheetCell } from '../sheet/cell.ts'
import { fileParts, listParts, pairParts } from '../sheet/cell-list.ts'
import { LAST_SERIAL, localOf, PLAUSIBLE_DAYS } from '../sheet/serial-date.ts'
import { isShownOtherwise, type Notice, seenText } from './cell-text.ts'
import { readNumber, readYear } from './number-text.ts'
import { readPhone } from './phone-text.ts'
import { readWallClock, type WallClock } from './wall-clock.ts'

// How cells of each kind of field are read. The server's record of field types says which type takes which.

/** The result of reading a cell: a value to validate, names to look up, or an error message. */
export type Reading = ({ value: unknown } | { names: string[] } | { error: string }) & { notice?: Notice }
export type CellReader = (cell: SheetCell) => Reading

/** A text of a text field. */
export function typedReader(field: FieldOf<'text'>): CellReader {
  return textReader(isTyped(field), (text) => typedText(field, text))
}

/** A text that is taken as it stands. */
export function plainReader(): CellReader {
  return textReader(false, (text) => ({ value: text }))
}

/** Several texts. */
export function listReader(): CellReader {
  return textReader(false, (text) => partsRead(listParts(text), (part) => [part]))
}

/** `key: value; key: value`. */
export function pairsReader(): CellReader {
  return textReader(false, (text) => partsRead(pairParts(text), ({ key, value }) => [key, value]))
}

/** The addresses of files. */
export function filesReader(many = false): CellReader {
  return textReader(false, (text) => ({ value: many ? fileParts(text) : text }))
}

/** Names of rows or places. Of several rows, the whole text is tried as one name before its parts. */
export function namesReader(many = false): CellReader {
  return textReader(true, (text) => ({ names: many ? [text, ...listParts(text)] : [text] }))
}

/** A day. A date with a time other than midnight is not one. */
export function dayReader(): CellReader {
  return momentReader(({ day, time }) => (day && (!time || time === '00:00:00') ? day : undefined), m.import_cellDate)
}

/** A time without a day. */
export function timeReader(): CellReader {
  return momentReader(({ day, time }) => (day ? undefined : time), m.import_cellTime)
}

/** Users type codes and phone numbers in full-width characters by mistake. Names stay unchanged. */
function isTyped({ rule }: FieldOf<'text'>): boolean {
  return rule !== undefined && rule !== 'name' && rule !== 'url'
}

function typedText(field: FieldOf<'text'>, text: string): Reading {
  if (!isTyped(field)) return { value: text }
  if (field.rule !== 'phone' && field.rule !== 'mobile') return { value: text.normalize('NFKC').trim() }
  const found = readPhone(text, field.rule)
  if (found === 'several') return { error: m.import_cellPhones() }
  return found ? { value: found.number } : { error: m.import_cellPhone() }
}

/** Programs keep fifteen digits of a number. A longer one has lost the rest. */
const TOO_LONG = 1e15

/** The way in which a program writes a long number into a text file: 1.1E+17. */
const SHORTENED = /^[-+]?\d(\.\d+)?E[-+]\d{2,3}$/i

/** A long number that was stored as a number has lost its last digits. It must not become a text. */
function textReader(isPlain: boolean, read: (text: string) => Reading): CellReader {
  return (cell) => {
    if (cell.kind === 'number' && Math.abs(cell.number) >= TOO_LONG) return { error: m.import_cellDigits() }
    const { text, notice } = seenText(cell, isPlain)
    if (SHORTENED.test(text)) return { error: m.import_cellShortened() }
    const reading = read(text)
    return notice ? { ...reading, notice } : reading
  }
}

/** The parts of a cell as its value. A shortened number among them has lost its digits as well. */
function partsRead<TPart>(parts: TPart[], textsOf: (part: TPart) => string[]): Reading {
  const isShort = parts.some((part) => textsOf(part).some((text) => SHORTENED.test(text)))
  return isShort ? { error: m.import_cellShortened() } : { value: parts }
}

/** @param scale factor of the stored value: 100 for whole cents */
export function numberReader(scale: number): CellReader {
  return (cell) => {
    if (cell.kind === 'number') {
      if (Math.abs(cell.number) >= TOO_LONG) return { error: m.import_cellDigits() }
      const value = scaled(cell.number, scale)
      if (!isShownOtherwise(cell)) return { value }
      return { value, notice: { kind: 'shown', shown: cell.shown ?? '', taken: cell.text } }
    }
    if (cell.kind !== 'text') return { error: m.import_cellNumber() }
    const number = readNumber(cell.text, scale === 100)
    if (number === undefined)
      return { error: SHORTENED.test(cell.text.trim()) ? m.import_cellShortened() : m.import_cellNumber() }
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return { error: m.import_cellDigits() }
    return { value: scaled(number, scale) }
  }
}

/** 19.99 × 100 gives 1998.9999…, so the result is rounded to six decimals. A third of a cent stays a fraction. */
function scaled(number: number, scale: number): number {
  return scale === 1 ? number : Number((number * scale).toFixed(6))
}

/** A year, or a date in that year. */
export const yearReader: CellReader = (cell) => {
  if (cell.kind === 'date' || cell.kind === 'datetime') return { value: Number(cell.local.slice(0, 4)) }
  const year = readYear(cell.text)
  return year === undefined ? { error: m.import_cellYear() } : { value: year }
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

export function switchReader(): CellReader {
  const words = new Map([...YES.map((word) => [word, 1] as const), ...NO.map((word) => [word, 0] as const)])
  for (const locale of ['zh-cn', 'en'] as const) {
    withLocale(locale, () => words.set(plain(m.status_enabled()), 1).set(plain(m.status_disabled()), 0))
  }
  return (cell) => {
    if (cell.kind === 'boolean') return { value: Number(cell.value) }
    return wordRead(words, cell) ?? { error: m.import_cellSwitch({ on: m.status_enabled(), off: m.status_disabled() }) }
  }
}

/** The value of a word. A number that its format shows as a word stands for that word: 1 as “是”. */
function wordRead<TValue>(words: ReadonlyMap<string, TValue>, cell: SheetCell): Reading | undefined {
  const shown = cell.kind === 'number' ? cell.shown : undefined
  const seen = words.get(plain(shown ?? ''))
  if (seen !== undefined) return { value: seen }
  const value = words.get(plain(cell.text))
  if (value === undefined) return undefined
  const isOther = shown !== undefined && !/\d/.test(shown ?? '')
  return isOther ? { value, notice: { kind: 'shown', shown: shown ?? '', taken: cell.text } } : { value }
}

/** Finds an option by its label in either language, or by its value. */
export function selectReader(field: FieldOf<'select'>): CellReader {
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
    const whole = wordRead(words, cell)
    if (!field.multiple) return whole ?? { error: error() }
    if (whole && 'value' in whole) return { ...whole, value: [whole.value] }
    const values = listParts(cell.text).map((part) => words.get(plain(part)))
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
export function instantReader(timeZone: string): CellReader {
  const local = momentReader(({ day, time = '00:00:00' }) => {
    return day && isDay(day) && isTime(time) ? fromZoned({ day, time }, timeZone) : undefined
  }, m.import_cellDateTime)
  return (cell) => {
    const text = cell.text.trim()
    return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? { value: text } : local(cell)
  }
}

/** A clock time, which stays as it is written. A time zone behind it moves nothing, as PostgreSQL has it too. */
export function clockReader(): CellReader {
  const local = instantReader('UTC')
  return (cell) => {
    if (cell.kind !== 'text') return local(cell)
    const text = cell.text.trim().replace(/(?<=:\d\d(?:\.\d+)?)\s*(?:Z|[+-]\d\d(?::?\d\d)?)$/, '')
    const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d\.\d+)$/.exec(text) ?? []
    return local({ ...cell, text: day && time ? `${day}T${time}Z` : text })
  }
}

function clockOf(cell: SheetCell): WallClock | undefined {
  switch (cell.kind) {
    case 'date':
    case 'datetime':
      return { day: cell.local.slice(0, 10), time: cell.local.slice(11) }
    case 'time': {
      const time = cell.local.slice(11)
      // A length of a day or more, shown as 36:00, is no time of day.
      const seen = cell.number >= 1 ? readWallClock(cell.shown ?? '')?.time : undefined
      return seen === undefined || seen.slice(0, 5) === time.slice(0, 5) ? { time } : undefined
    }
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
