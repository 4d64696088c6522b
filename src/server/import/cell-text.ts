import type { SheetCell } from '../sheet/cell.ts'

/**
 * A value that was read although it may not be what the user means. `shown` is the cell, `taken` the value, `held` the
 * number in a cell that is read as it is shown.
 */
export type Notice = { kind: 'date' | 'boolean' | 'shown' | 'cut'; shown: string; taken: string; held?: string }

/** Signs without width, and signs that turn the direction of writing: chat programs and web pages leave them behind. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const ALWAYS = new RegExp(INVISIBLE.source.replace('\\u200b-\\u200f', '\\u200b\\u200e\\u200f'), 'g')
/** Joiners belong to emoji, and to scripts that join their letters. */
const JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Mongolian}\p{Mn}])[\u200c\u200d]/gu

/** A text without signs that nobody can see. Two texts that look equal are equal then. */
export function visibleText(text: string): string {
  return INVISIBLE.test(text) ? text.replace(ALWAYS, '').replace(JOINERS, '') : text
}

/**
 * The text that a text field gets: the cell as a program shows it, as far as that can be told.
 * @param isTyped the field holds a code or a number for a person to type: separators of thousands do not belong to it
 */
export function seenText(cell: SheetCell, isTyped: boolean): { text: string; notice?: Notice } {
  const text = cell.text.trim()
  switch (cell.kind) {
    case 'boolean':
      return { text, notice: { kind: 'boolean', shown: text, taken: text } }
    case 'date':
    case 'time':
    case 'datetime': {
      const taken = cell.shown?.trim() || text
      return { text: taken, notice: { kind: 'date', shown: taken, taken } }
    }
    case 'number': {
      if (cell.shown === undefined) return { text }
      const shown = cell.shown ?? ''
      if (shown === '') return { text, notice: { kind: 'shown', shown, taken: text } }
      const taken = isTyped ? shown.replaceAll(/(?<=\d),(?=\d{3})/g, '') : shown
      if (taken !== shown) return { text: taken, notice: { kind: 'shown', shown, taken } }
      if (/\d/.test(taken) && significant(taken) === significant(text)) return { text: taken }
      return { text: taken, notice: { kind: 'shown', shown, taken, held: heldNumber(cell) } }
    }
    case 'text':
      if (cell.shown === undefined) return { text }
      return cell.shown === ''
        ? { text, notice: { kind: 'shown', shown: '', taken: text } }
        : { text: cell.shown.trim() }
    default:
      return { text }
  }
}

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)'
/** Texts that programs write into a text file for a cell with a date: 2026/3/1, 3月1日, 1-Mar. */
const DATE_TEXT = new RegExp(
  `^(?:\\d{4}([-/])\\d{1,2}\\1\\d{1,2}|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日|\\d{4}年\\d{1,2}月|\\d{1,2}-${MONTH}(?:-\\d{2,4})?|${MONTH}-\\d{1,2})$`,
  'i',
)

/** The notice of a code or a name that a program may have made of something else: 3-1 becomes a date in a text file. */
export function madeNotice(text: string): Notice | undefined {
  if (/^(?:TRUE|FALSE)$/.test(text)) return { kind: 'boolean', shown: text, taken: text }
  return text.length < 20 && DATE_TEXT.test(text) ? { kind: 'date', shown: text, taken: text } : undefined
}

/** The number in a cell, as programs show it without a format. */
function heldNumber({ number }: Extract<SheetCell, { kind: 'number' }>): string {
  return String(Number(number.toPrecision(15)))
}

/** The digits that make the value of a number: 012.50 and 12.5 have the same. */
function significant(text: string): string {
  const digits = text.replaceAll(/[^\d.]/g, '')
  let end = digits.length
  // A pattern would try again from each zero. A format of the file can show hundreds of them in each cell.
  if (digits.includes('.')) while (digits.charAt(end - 1) === '0') end -= 1
  return digits.slice(0, end).replace(/^0+/, '').replace('.', '')
}

/** Whether a number is shown so that a reader takes it for another one: as thousands, or not at all. */
export function isShownOtherwise(cell: Extract<SheetCell, { kind: 'number' }>): boolean {
  if (cell.shown === undefined || cell.shown === null) return false
  const [digits = '', decimals = ''] = /\d[\d,]*(?:\.(\d+))?/.exec(cell.shown) ?? []
  if (digits === '') return cell.number !== 0
  // A fraction, or words with digits of their own, cannot be compared.
  if (/\d/.test(cell.shown.replace(digits, ''))) return false
  const wanted = Math.abs(cell.shown.includes('%') ? cell.number * 100 : cell.number)
  const unit = /[百千万亿]/.test(cell.shown)
  return unit || Math.abs(Number(digits.replaceAll(',', '')) - wanted) > 0.500_001 * 10 ** -decimals.length
}
