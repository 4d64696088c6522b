import { parseSearch } from '#src/lib/search-codec.ts'

/** A path of this site, with the query that a menu's path may carry, as the router wants it. */
export function pagePlaceOf(path: string): { to: string; search: Record<string, unknown> } {
  const cut = path.indexOf('?')
  if (cut < 0) return { to: path, search: {} }
  return { to: path.slice(0, cut), search: parseSearch(path.slice(cut)) }
}
