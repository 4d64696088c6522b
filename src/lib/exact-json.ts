type Source = { source?: string }

// Seam: the types of TypeScript do not know the function yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/**
 * A row in JSON. Numbers inside the values of its columns that JavaScript would change are kept as they are written,
 * and `JSON.stringify` writes them so again. A column whose number would lose a digit has it as a text, which the
 * database takes as well.
 */
export function exactRow(text: string): Record<string, unknown> {
  const row: Record<string, unknown> = JSON.parse(text, exact)
  for (const [name, value] of Object.entries(row)) if (isRaw(value)) row[name] = numberOrText(value.rawJSON)
  return row
}

function numberOrText(source: string): number | string {
  const value = Number(source)
  return digitsOf(String(value)) === digitsOf(source) ? value : source
}

/** The digits of a number without zeros around them, and their exponent: `1500` and `1.5e3` have the same. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)\.?(\d*)(?:e\+?(-?\d+))?$/i.exec(text) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  return `${sign}${digits}e${Number(power) - fraction.length + all.length - digits.length}`
}

/** The same for a row that may be missing. */
export function exactOrNull(text: string | null): Record<string, unknown> | null {
  return text === null ? null : exactRow(text)
}

function exact(_name: string, value: unknown, { source }: Source = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value
  const digits = source.includes('.') ? source.replace(/\.?0+$/, '') : source
  return String(value) === digits ? value : rawJSON(source)
}

function isRaw(value: unknown): value is { rawJSON: string } {
  return typeof value === 'object' && value !== null && 'rawJSON' in value && Object.getPrototypeOf(value) === null
}
