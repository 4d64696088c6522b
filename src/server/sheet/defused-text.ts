import { isErrorText } from './cell.ts'

/** Signs at which spreadsheet programs begin a formula, inside of a character class. */
export const FORMULA_SIGNS = '=+\\-@\\t\\r＝＋－＠'

/**
 * The beginning of a formula in a CSV text: at its start, or behind a semicolon or a tab, where programs of other
 * regions begin a cell. Apostrophes in front belong to it, so that `restored` finds exactly what `defused` added.
 */
export const FORMULA_START = `(^|[;\\t])('*[${FORMULA_SIGNS}])`
/** A text that is only a number is no formula. */
export const ONLY_NUMBER = '^[-+]?[0-9]+([.,][0-9]+)*$'

/** A CSV text that no spreadsheet program reads as a formula or an error. `harmless` does the same in the database. */
export function defused(text: string): string {
  if (isErrorText(text.replace(/^'+/, ''))) return `'${text}`
  return new RegExp(ONLY_NUMBER).test(text) ? text : text.replaceAll(new RegExp(FORMULA_START, 'g'), "$1'$2")
}

const DEFUSED = new RegExp(`(^|[;\\t])'('*[${FORMULA_SIGNS}])`, 'g')

/** The text before it was defused. */
export function restored(text: string): string {
  if (!text.includes("'")) return text
  if (text.startsWith("'") && isErrorText(text.replace(/^'+/, ''))) return text.slice(1)
  return text.replaceAll(DEFUSED, '$1$2')
}
