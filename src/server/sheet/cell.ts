/**
 * The content of a cell in a table. `text` is the value in a plain form. `shown` is what a user sees in the cell, if
 * the cell's format makes that another text; null if it cannot be told.
 */
export type SheetCell =
  /** `full`: the text is as long as a cell can be, so its end may be missing. */
  | { kind: 'text'; text: string; shown?: string; full?: true }
  | {
      kind: 'number'
      text: string
      shown?: string | null
      number: number
      /** If the number were a day, it would be counted from 1904. */
      date1904?: true
    }
  /** A local day, a local time, or both: `2026-09-01T08:30:00`. A time alone is on day zero. */
  | { kind: 'date' | 'time' | 'datetime'; text: string; shown?: string | null; local: string; number: number }
  | { kind: 'boolean'; text: string; value: boolean }
  /** An error, for example `#N/A`. */
  | { kind: 'error'; text: string }
  /** A formula without a stored value. */
  | { kind: 'formula'; text: '' }

/** An error text, as a regular expression that the database understands too. */
export const ERROR_TEXT = '(#(N/A|DIV/0!|NAME[?]|REF!|VALUE!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:[0-9]{3}|#{3,})'
const ERROR = new RegExp(`^${ERROR_TEXT}$`)

/** Whether a text is an error in place of a value: the formula has none, or the column was too narrow. */
export function isErrorText(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first === 0x23 || first === 0x45) && ERROR.test(text)
}

/** Maximum characters that are read of a cell. Some programs write more than `CELL_CHARACTERS`. */
export const MAX_TEXT = 100_000

/** Maximum characters of a cell in a workbook. Programs cut a longer text without a word. */
export const CELL_CHARACTERS = 32_767

/** A text as a cell of a workbook can hold it. One that is too long is cut, ends with `…`, and fills the cell. */
export function cellText(text: string): string {
  if (text.length <= CELL_CHARACTERS) return text
  const kept = text.slice(0, CELL_CHARACTERS - 1)
  // A sign of two characters is not divided.
  return kept.isWellFormed() || !text.isWellFormed() ? `${kept}…` : `${kept.slice(0, -1)}……`
}

/** Maximum characters of a row. */
export const MAX_ROW_TEXT = 1_000_000

/** Maximum columns that are read. */
export const MAX_COLUMNS = 1_000

/** Cells by column. A column without content is undefined. */
export type Cells = (SheetCell | undefined)[]

/**
 * A row of a table. `row` is the number that spreadsheet programs show. `styles`: the style index of each cell of a
 * workbook, also of empty ones, where they were asked for.
 */
export type SheetRow = { row: number; cells: Cells; styles?: RowStyles }

/** `row`: the style of cells that the row does not have; undefined when the column decides. */
export type RowStyles = { cells: (number | undefined)[]; row: number | undefined }

/** Whether a row has no visible content. A formula counts as content. */
export function isBlankRow({ cells }: SheetRow): boolean {
  return cells.every((cell) => cell === undefined || cell.text.trim() === '') && !cells.some(isFormula)
}

function isFormula(cell: SheetCell | undefined): boolean {
  return cell?.kind === 'formula'
}

/** The letters of a column: 0 → A, 26 → AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (column % 26))
}

/** The columns of a sheet in a program. */
export const SHEET_COLUMNS = 16_384

/** The rows of a sheet in the program that allows the most. */
const MAX_ROWS = 2 ** 24

export function isRowNumber(row: number): boolean {
  return Number.isInteger(row) && row > 0 && row <= MAX_ROWS
}

/** The longest reference of a sheet has three letters and eight digits. */
const LONGEST_PLACE = 11

/** `C5` → column 2, row 5; undefined for a text that is not a cell reference. */
export function cellPlaceOf(reference: string): { column: number; row: number } | undefined {
  if (reference.length > LONGEST_PLACE) return undefined
  let at = 0
  let column = 0
  for (; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const row = Number(reference.slice(at))
  return column > 0 && isRowNumber(row) ? { column: column - 1, row } : undefined
}
