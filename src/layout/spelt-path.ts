/**
 * Decodes a path as the router does in `location.pathname`. %25 and %5C stay encoded, because decoding would change
 * their meaning. A match's `pathname` is not decoded, so every path passes through this function before a comparison.
 */
export function speltPath(path: string): string {
  const parts = path.split(/(%25|%5C)/i)
  return parts.map((part, index) => (index % 2 === 1 ? part : decoded(part))).join('')
}

function decoded(part: string): string {
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}
