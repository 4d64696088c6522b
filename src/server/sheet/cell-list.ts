/**
 * Lists and pairs in one cell: `小学、初中`, `floor: 2; key: 7`. A part that contains a separator or outer blanks, or
 * begins with a quote, is quoted as in CSV: `"a、b"、c`. Reading gives exactly the parts that were written.
 */

/** Separators of a list, of file addresses, and of pairs. People mix them. */
const LIST = new Set('、,，;；|\n')
const FILES = new Set(' \t\r\n\u3000,，;；')
const PAIRS = new Set('\n;；')
const KEYS = new Set('\n;；:：=')

/** The parts of a list: `小学、初中`. Empty parts do not count unless they are quoted. */
export function listParts(text: string): string[] {
  return partsOf(text, LIST)
}

/** The addresses in a cell of several files: also separated by blanks. */
export function fileParts(text: string): string[] {
  return partsOf(text, FILES)
}

/** Pairs as `key: value`, separated by line breaks or semicolons. */
export function pairParts(text: string): { key: string; value: string }[] {
  const pairs: { key: string; value: string }[] = []
  for (let at = 0; at < text.length; ) {
    const key = partAt(text, at, KEYS)
    const hasValue = key.end < text.length && !PAIRS.has(text.charAt(key.end))
    const value = hasValue ? partAt(text, key.end + 1, PAIRS) : { text: '', end: key.end, isQuoted: false }
    if (key.text !== '' || value.text !== '' || key.isQuoted || hasValue)
      pairs.push({ key: key.text, value: value.text })
    at = value.end + 1
  }
  return pairs
}

function partsOf(text: string, separators: ReadonlySet<string>): string[] {
  const parts: string[] = []
  for (let at = 0; at <= text.length; ) {
    const part = partAt(text, at, separators)
    if (part.text !== '' || part.isQuoted) parts.push(part.text)
    at = part.end + 1
  }
  return parts
}

type Part = { text: string; end: number; isQuoted: boolean }

/** The part from a place to the next separator. A quote that does not enclose the whole part belongs to its text. */
function partAt(text: string, from: number, separators: ReadonlySet<string>): Part {
  let begin = from
  while (begin < text.length && isBlank(text.charAt(begin)) && !separators.has(text.charAt(begin))) begin += 1
  const quoted = text.charAt(begin) === '"' ? quotedAt(text, begin, separators) : undefined
  if (quoted) return quoted
  let end = begin
  while (end < text.length && !separators.has(text.charAt(end))) end += 1
  return { text: text.slice(begin, end).trim(), end, isQuoted: false }
}

function quotedAt(text: string, from: number, separators: ReadonlySet<string>): Part | undefined {
  let inner = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text.charAt(at) !== '"') inner += text.charAt(at)
    else if (text.charAt(at + 1) === '"') {
      inner += '"'
      at += 1
    } else {
      let end = at + 1
      while (end < text.length && isBlank(text.charAt(end)) && !separators.has(text.charAt(end))) end += 1
      return end === text.length || separators.has(text.charAt(end)) ? { text: inner, end, isQuoted: true } : undefined
    }
  }
  return undefined
}

function isBlank(sign: string): boolean {
  return sign.trim() === ''
}

/** A part as it stands in a list: quoted where a separator, a blank at an end or a quote in front would change it. */
export function listPart(text: string): string {
  return /[、,，;；|\n]|^"|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
