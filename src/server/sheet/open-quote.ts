/**
 * Finds the line in which a quotation mark opens that nothing closes, in a text with separators. Lines count from 1. A
 * mark in a later line that no separator follows closes nothing: it opens a cell of its own.
 * @param most maximum characters of a record; a longer one is not closed either
 * @returns undefined when every quotation mark is closed
 */
export async function openQuoteLine(
  pieces: AsyncIterable<string>,
  separator: string,
  most: number,
): Promise<number | undefined> {
  let line = 1
  let opened = 0
  let inside = false
  let begins = true
  /** A quotation mark inside: the next character tells whether it closes. */
  let pending = false
  let length = 0
  let before = ''
  for await (const piece of pieces) {
    for (const sign of piece) {
      const breaks = sign === '\r' || (sign === '\n' && before !== '\r')
      before = sign
      if (inside && pending) {
        pending = false
        if (sign === '"') continue
        const closes = sign === separator || sign === '\r' || sign === '\n'
        if (!closes && line > opened) return opened
        inside = false
      } else if (inside && sign === '"') {
        pending = true
        continue
      }
      if (!inside && begins && sign === '"') {
        inside = true
        opened = line
      }
      begins = !inside && (sign === separator || sign === '\r' || sign === '\n')
      if (breaks) line += 1
      length = breaks && !inside ? 0 : length + 1
      if (length > most) return inside ? opened : undefined
    }
  }
  return inside && !pending ? opened : undefined
}
