import { parseSearch } from '#src/lib/search-codec.ts'

/** Splits a path of this site and its optional query into the form that the router expects. */
export function pagePlaceOf(path: string): { to: string; search: Record<string, unknown> } {
  const cut = path.indexOf('?')
  if (cut < 0) return { to: path, search: {} }
  return { to: path.slice(0, cut), search: parseSearch(path.slice(cut)) }
}
