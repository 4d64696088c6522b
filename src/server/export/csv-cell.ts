import { FORMULA_SIGNS } from '../sheet/defused-text.ts'

/** Writes a cell of a CSV file. The cell is quoted when it holds the separator, a quote or a line break. */
export function csvCell(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const FORMULA = new RegExp(`^[${FORMULA_SIGNS}]`)

/** Whether a spreadsheet program would read a text as a formula. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text)
}
