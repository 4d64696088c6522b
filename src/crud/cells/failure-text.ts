/** Scalars of the data that are looked for in a message. */
const MOST_VALUES = 2000
const DEEPEST = 5
/** Characters of a message, and lines of a stack. The server keeps less. */
const MOST_SIGNS = 1000
const MOST_LINES = 20

/** What tells developers why something failed. */
export type Reason = { message: string; stack: string }

/**
 * The message and the stack of an error without the values of rows, which may be personal: what `data` holds, and texts
 * in quotes and long numbers of other origin. Names of properties stay.
 * @param data what was to be shown
 */
export function reasonOf(error: unknown, data: unknown): Reason {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
  return { message: masked(message.slice(0, MOST_SIGNS), valuesIn(data)), stack: placesOf(stack) }
}

function masked(message: string, values: readonly string[]): string {
  const plain = values.reduce((text, value) => text.replaceAll(value, '…'), message)
  return plain
    .replaceAll(/(property )?(["“`])([^"”`]*)(["”`])/g, (whole, property, open, _text, close) =>
      property ? whole : `${open}…${close}`,
    )
    .replaceAll(/'([^']*)'/g, (whole, text) => (/^[A-Za-z_$][\w$]*$/.test(text) ? whole : "'…'"))
    .replaceAll(/\d{5,}/g, '…')
}

/** The texts and numbers in some data, the longest first. */
function valuesIn(data: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, depth: number) => {
    if (found.size >= MOST_VALUES || depth > DEEPEST) return
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim()
      if (text.length > 1) found.add(text)
    } else if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value)) visit(one, depth + 1)
    }
  }
  visit(data, 0)
  return [...found].sort((one, other) => other.length - one.length)
}

/** The lines of a stack that name a place in the code, without the site's address. Other lines repeat the message. */
function placesOf(stack: string): string {
  const places = stack.split('\n').filter((line) => /^\s*at .*:\d+:\d+\)?$|^[^\s@]*@.*:\d+:\d+$/.test(line))
  return places
    .slice(0, MOST_LINES)
    .map((line) => line.trim().replaceAll(/https?:\/\/[^/\s]+|\?[^\s:)]*/g, ''))
    .join('\n')
}
