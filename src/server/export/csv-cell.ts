/** Writes a cell of a CSV file. The cell is quoted when it holds the separator, a quote or a line break. */
export function csvCell(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether a spreadsheet program would read a text as a formula. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(text)
}

/** A text that no spreadsheet program reads as a formula. `harmless` does the same in the database. */
export function harmlessText(text: string): string {
  return looksLikeFormula(text) && !/^[-+]?\d+([.,]\d+)*$/.test(text) ? `'${text}` : text
}
