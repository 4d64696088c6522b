/** One field that a list is sorted by. */
export type OrderPart = { field: string; desc: boolean }

/** `-updateTime code` as its parts. */
export function parseOrder(text: string): OrderPart[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), desc: true } : { field: part, desc: false }))
}

export function orderText(parts: readonly OrderPart[]): string {
  return parts.map(({ field, desc }) => (desc ? `-${field}` : field)).join(' ')
}

/** As the contract wants it: `field,asc`. */
export function orderParams(text: string): string[] {
  return parseOrder(text).map(({ field, desc }) => `${field},${desc ? 'desc' : 'asc'}`)
}
