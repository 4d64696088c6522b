/** A regular expression of PostgreSQL that finds exactly this text. */
export function textPattern(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

/**
 * The same for a text that is no part of a longer word: `Anna` is not found in `Hannah`. Chinese writes its words
 * without a gap, so its names are found everywhere.
 */
export function wordPattern(text: string): string {
  const before = /^[a-z\d]/i.test(text) ? '(?<![A-Za-z0-9])' : ''
  const after = /[a-z\d]$/i.test(text) ? '(?![A-Za-z0-9])' : ''
  return `${before}${textPattern(text)}${after}`
}
