/**
 * The content of a cell in a table. `text` is the value in a plain form. `shown` is what a user sees in the cell, if the
 * cell's format makes that another text; null if it cannot be told.
 */
export type SheetCell =
  | { kind: 'text'; text: string }
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

const ERROR = /^(#(N\/A|DIV\/0!|NAME\?|REF!|VALUE!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:\d{3}|#{3,})$/

/** Whether a text is an error in place of a value: the formula has none, or the column was too narrow. */
export function isErrorText(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first === 0x23 || first === 0x45) && ERROR.test(text)
}

/** Maximum columns that are read. */
export const MAX_COLUMNS = 1_000

/** Cells by column. A column without content is undefined. */
export type Cells = (SheetCell | undefined)[]

/** A row of a table. `row` is the number that spreadsheet programs show. */
export type SheetRow = { row: number; cells: Cells }

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

/** `C5` → column 2, row 5; undefined for a text that is not a cell reference. */
export function cellPlaceOf(reference: string): { column: number; row: number } | undefined {
  let at = 0
  let column = 0
  for (; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const row = Number(reference.slice(at))
  return column > 0 && Number.isInteger(row) && row > 0 ? { column: column - 1, row } : undefined
}
