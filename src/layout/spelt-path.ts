/**
 * An address as the router spells it in `location.pathname`: decoded but for what would then mean something else. What a
 * match calls its path is not, so paths that are to be compared all go through here.
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
