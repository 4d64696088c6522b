type Source = { source?: string }

// Seam: the types of TypeScript do not know the function yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/**
 * A row in JSON. Numbers inside the values of its columns that JavaScript would change are kept as they are written,
 * and `JSON.stringify` writes them so again.
 */
export function exactRow(text: string): Record<string, unknown> {
  const row: Record<string, unknown> = JSON.parse(text, exact)
  for (const [name, value] of Object.entries(row)) if (isRaw(value)) row[name] = Number(value.rawJSON)
  return row
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
