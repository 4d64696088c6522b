const MOST = 100

/**
 * What no name of a file may hold: signs that are not shown or that turn the direction of reading. The one that joins
 * pictograms, as in a family, may stand between two of them.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu

/** The name of an uploaded file without a path and without hidden signs, at most 100 characters with its extension. */
export function plainFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toWellFormed().replaceAll(UNSEEN, '').trim()
  const signs = [...name]
  if (signs.length <= MOST) return name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? [...name.slice(dot)] : []
  return end.length > 21 ? signs.slice(0, MOST).join('') : [...signs.slice(0, MOST - end.length), ...end].join('')
}
