// Chinese input methods write letters, digits and signs twice as wide when they are switched so: `ＷＬ１２（市）`.

/** The text with the usual forms of full-width letters, digits and signs. Its length stays the same. */
export function halfWidth(text: string): string {
  return text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/　/g, ' ')
}

/** The text with the full-width forms of letters, digits and signs. Its length stays the same. */
export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
}

/** A regular expression, for JavaScript and for PostgreSQL, that finds a text in either width of each sign. */
export function anyWidth(text: string): string {
  return halfWidth(text).replace(/[!-~]/g, (sign) => `(?:${sign.replace(/\W/, '\\$&')}|${fullWidth(sign)})`)
}
