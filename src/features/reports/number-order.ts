// Names that differ in their numbers alone, as No. 2 and No. 10 Middle School, go by these. In Chinese they are often
// written as numerals, which a collation sorts by sound: 第二 comes before 第一.

const NUMBER = /\d+|[〇零一二三四五六七八九十百千]+/g
const DIGITS = '零一二三四五六七八九'
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/**
 * Puts names that differ only in their numbers in the order of these. Each of them takes a place that one of them has,
 * so that all other names stay where they are.
 * @param rows in the order of their names
 */
export function inNumberOrder<T extends { name: string }>(rows: readonly T[]): T[] {
  const alike = new Map<string, { at: number; row: T; numbers: number[] }[]>()
  for (const [at, row] of rows.entries()) {
    const numbers: number[] = []
    const shape = row.name.replace(NUMBER, (text) => {
      numbers.push(numberOf(text))
      return '#'
    })
    if (numbers.length === 0) continue
    const group = alike.get(shape)
    if (group) group.push({ at, row, numbers })
    else alike.set(shape, [{ at, row, numbers }])
  }
  const ordered = [...rows]
  for (const group of alike.values()) {
    const places = group.map(({ at }) => at)
    group.sort((one, other) => compared(one.numbers, other.numbers) || one.at - other.at)
    for (const [index, at] of places.entries()) {
      const own = group[index]
      if (own) ordered[at] = own.row
    }
  }
  return ordered
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The value of digits or of Chinese numerals: 21, 二十一, 一百零三, 二〇二五. */
function numberOf(text: string): number {
  if (/\d/.test(text)) return Number(text)
  const hasUnits = /[十百千]/.test(text)
  let [sum, digit] = [0, 0]
  for (const sign of text.replaceAll('〇', '零')) {
    const unit = UNITS[sign]
    if (unit) sum += (digit || 1) * unit
    digit = unit ? 0 : (hasUnits ? 0 : digit * 10) + DIGITS.indexOf(sign)
  }
  return sum + digit
}
