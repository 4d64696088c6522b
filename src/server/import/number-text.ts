/**
 * Units that people write behind a number, and that do not change it. Shares of money and of time are not among them.
 */
const UNITS = /(?:元整|元|圆|块钱|块|年|分|人|名|个|岁|班|位|间|套|台|次|节|门|所|学时|课时|学分|平方米|平米|m2|米)$/
const MONEY = /(?:元整|元|圆|块钱|块)$/
const MULTIPLES: Record<string, number> = { 万: 1e4, 亿: 1e8 }

/** Maximum characters of a number. Longer texts take long to search, and are none. */
const LONGEST = 60

/**
 * Reads a number as people write it: `1,234.50`, `￥12`, `(1,234.50)` for a negative one, `1234.5元`, `2年`, `3万`,
 * `92.5%`.
 * @param isMoney only units of money are read: fifty 分 are half a yuan
 * @returns undefined for a text that is no number
 */
export function readNumber(given: string, isMoney: boolean): number | undefined {
  if (given.length > LONGEST) return undefined
  const text = given.normalize('NFKC').trim().replaceAll(/[−–]/g, '-')
  const [, inner] = /^\(([^()-]+)\)$/.exec(text) ?? []
  if (inner !== undefined) {
    const value = positive(inner.trim(), isMoney)
    return value === undefined ? undefined : -value
  }
  const [, sign = '', currency = '', second = '', rest = ''] =
    /^([-+]?)\s*((?:¥|\$|人民币|RMB|CNY)?)\s*([-+]?)(.*)$/is.exec(text) ?? []
  if (second !== '' && (sign !== '' || currency === '')) return undefined
  const value = positive(rest, isMoney)
  return value === undefined ? undefined : sign === '-' || second === '-' ? -value : value
}

function positive(text: string, isMoney: boolean): number | undefined {
  const bare = text
    .replace(/^(?:¥|\$)\s*/, '')
    .replace(isMoney ? MONEY : UNITS, '')
    .trim()
  const multiple = MULTIPLES[bare.at(-1) ?? ''] ?? 1
  const plain = multiple === 1 ? bare : bare.slice(0, -1).trim()
  // Commas and spaces are removed only where they separate thousands.
  const joined = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?%?$/.test(plain) ? plain.replaceAll(/[, ]/g, '') : plain
  const [, digits, percent] = /^(\d+\.?\d*|\.\d+)\s*(%?)$/.exec(joined) ?? []
  if (digits === undefined || (percent && multiple !== 1)) return undefined
  const value = Number(digits) * multiple
  // A cell that shows 92.5% stores 0.925. The same table saved as CSV must give the same value.
  return percent ? Number((value / 100).toPrecision(13)) : Number(value.toPrecision(17))
}

/**
 * Reads a year: `2026`, `2026年`, `2026级`, `2026届`, `2026学年`; of a school year, `2025-2026`, the first one.
 * @returns undefined for a text that is no year
 */
export function readYear(given: string): number | undefined {
  if (given.length > LONGEST) return undefined
  const text = given.normalize('NFKC').trim()
  const [, first = '', second] =
    /^(\d{4})\s*年?(?:\s*[-/~–—至到]{1,2}\s*(\d{4}|\d{2}))?\s*(?:年|级|届|学年度?)?$/.exec(text) ?? []
  if (first === '') return undefined
  const next = Number(first) + 1
  return second === undefined || String(next).endsWith(second) ? Number(first) : undefined
}
