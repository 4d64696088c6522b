/** A cell as a text with separators writes it. */
export function csvCell(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether a spreadsheet program would take a text for a formula. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(text)
}

/** A text that no spreadsheet program takes for a formula: the same as `harmless` has the database write. */
export function harmlessText(text: string): string {
  return looksLikeFormula(text) && !/^[-+]?\d+([.,]\d+)*$/.test(text) ? `'${text}` : text
}
