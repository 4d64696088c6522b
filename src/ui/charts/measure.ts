/** The font size of all charts, in the units of a drawing. `Plot` never scales it below 11 px. */
export const FONT = 12

// Widths of Inter in hundredths of an em, measured in Chromium and rounded up to fives. Other letters have 65.
const WIDTHS: Record<string, number> = {}
const groups: Record<number, string> = {
  25: 'ijl·',
  30: " !',.:;I’",
  35: 't|',
  40: '()/[]fr',
  50: '"_–',
  55: '?Tcekosxz',
  60: 'EFJLabdghnpquvy',
  70: 'AKVXY0123456789',
  75: 'CDGHNU',
  80: 'OQ',
  85: 'w',
  90: 'Mm',
  // In Chinese text, digits are a little wider, and the minus sign comes from the Chinese font.
  100: '%@W—…−',
}
for (const [width, signs] of Object.entries(groups)) for (const sign of signs) WIDTHS[sign] = Number(width)

/**
 * The width of a text in a chart, estimated: the server has no fonts. A Chinese sign is one em wide. It is rather too
 * wide than too narrow, so that labels never touch.
 */
export function measureText(text: string, size = FONT): number {
  let sum = 0
  for (const sign of text) sum += sign > '\u2e7f' ? 100 : (WIDTHS[sign] ?? 65)
  return (sum * size) / 100
}

/** The text, shortened with an ellipsis to a width. An empty one when not even one sign fits. */
export function fitText(text: string, room: number, size = FONT): string {
  if (measureText(text, size) <= room) return text
  const signs = [...text]
  while (signs.length > 0) {
    signs.pop()
    const short = `${signs.join('').trimEnd()}…`
    if (signs.length > 0 && measureText(short, size) <= room) return short
  }
  return ''
}

/**
 * The short forms of names, by their whole forms. Where two of them would look the same, as of two campuses of a
 * school, both keep their ends instead: First Middle…North Campus.
 */
export function shortNames(names: readonly string[], room: number): Map<string, string> {
  const short = new Map([...new Set(names)].map((name) => [name, fitText(name, room)]))
  const times = new Map<string, number>()
  for (const form of short.values()) times.set(form, (times.get(form) ?? 0) + 1)
  for (const [name, form] of short) if ((times.get(form) ?? 0) > 1) short.set(name, fitEnds(name, room))
  return short
}

/** The text without its middle. */
function fitEnds(text: string, room: number): string {
  const signs = [...text]
  for (let tail = Math.floor(signs.length / 2); tail > 0; tail--) {
    const end = `…${signs.slice(-tail).join('').trimStart()}`
    if (measureText(end) > room * 0.6) continue
    const start = fitText(text, room - measureText(end) + measureText('…')).replace(/…$/, '')
    return `${start}${end}`
  }
  return fitText(text, room)
}

/** The width of the longest of these texts. */
export const widest = (texts: readonly string[], size = FONT): number =>
  texts.reduce((most, text) => Math.max(most, measureText(text, size)), 0)

/** The middle of a text of this width that is to stand at `x`, moved so that it stays between two edges. */
export function centre(x: number, width: number, left: number, right: number): number {
  return Math.max(left + width / 2, Math.min(right - width / 2, x))
}

/** Moves positions apart, in their order, until they are `gap` apart, within two bounds where there is room. */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
  const order = places.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at || a.index - b.index)
  const step = Math.min(gap, order.length > 1 ? (high - low) / (order.length - 1) : gap)
  let least = low
  for (const one of order) {
    one.at = Math.max(one.at, least)
    least = one.at + step
  }
  let most = high
  for (const one of order.toReversed()) {
    one.at = Math.min(one.at, most)
    most = one.at - step
  }
  const moved = [...places]
  for (const { at, index } of order) moved[index] = at
  return moved
}
