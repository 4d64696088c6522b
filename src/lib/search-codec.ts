// The router's own codec converts `?q=110101` to a number and loses digits of long ids. This codec keeps text as text.
// JSON is used only for objects and arrays, and for text that looks like them.

/** Parses a URL's query into a search object. */
export function parseSearch(query: string): Record<string, unknown> {
  const search: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(query)) search[key] = parseValue(value)
  return search
}

/** Writes a search object as a URL's query. Undefined, null and empty values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    // Each key is there once. `set` would look through all others for it.
    params.append(key, stringifyValue(value))
  }
  const text = params.toString()
  return text && `?${text}`
}

function looksLikeJson(value: string): boolean {
  return /^[{["]/.test(value)
}

function parseValue(value: string): unknown {
  if (!looksLikeJson(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function stringifyValue(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return looksLikeJson(value) ? JSON.stringify(value) : value
}
