/** The parts of a JSON text: strings, brackets with commas and colons, all other values. Blanks are between them. */
const PARTS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

/** Levels that the database reads without running out of its stack. */
const DEEPEST = 1000

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether the database can hold what a JSON text says: no sign that no text has, no number of endless length, and not
 * too many levels.
 */
export function isStorableJson(text: string): boolean {
  let depth = 0
  for (const part of partsOf(text)) {
    if (part.startsWith('"')) {
      const said: string = JSON.parse(part)
      if (said.includes('\0') || !said.isWellFormed()) return false
    } else if (/[[{]/.test(part)) {
      depth += 1
      if (depth > DEEPEST) return false
    } else if (/[\]}]/.test(part)) depth -= 1
    else if (/e[+-]?0*[1-9]\d{4}/i.test(part)) return false
  }
  return true
}

/** A JSON text without the blanks between its parts. Numbers and signs stay as they are written. */
export function compactJson(text: string): string {
  return partsOf(text).join('')
}

/** A JSON text with a line for each value, for people to read and change. Any other text stays as it is. */
export function indentedJson(text: string): string {
  if (!isJsonText(text)) return text
  const parts = partsOf(text)
  let depth = 0
  let made = ''
  const line = () => `\n${'  '.repeat(depth)}`
  parts.forEach((part, at) => {
    const before = parts[at - 1] ?? ''
    if (/^[\]}]$/.test(part)) {
      depth -= 1
      made += /^[[{]$/.test(before) ? part : `${line()}${part}`
      return
    }
    made += (/^[[{,]$/.test(before) ? line() : before === ':' ? ' ' : '') + part
    if (/^[[{]$/.test(part)) depth += 1
  })
  return made
}

/** A value as the text that PostgreSQL has for it as jsonb. Null for no value. */
export function writtenJson(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const parts = partsOf(JSON.stringify(value))
  return parts.map((part) => (part === ',' || part === ':' ? `${part} ` : part)).join('')
}

function partsOf(text: string): string[] {
  return text.match(PARTS) ?? []
}
