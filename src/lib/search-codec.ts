// The router's own codec turns `?q=110101` into a number and loses digits of long ids. Ours keeps text as text: JSON
// only for objects and arrays, and for text that would be mistaken for them.

/** A URL's query as a search object. */
export function parseSearch(query: string): Record<string, unknown> {
  const search: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(query)) search[key] = parseValue(value)
  return search
}

/** A search object as a URL's query; undefined and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    params.set(key, stringifyValue(value))
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
