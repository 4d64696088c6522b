/** One field that a list is sorted by. */
export type OrderPart = { field: string; desc: boolean }

/** Parses an order text, for example `-updateTime code`. A leading minus means descending. */
export function parseOrder(text: string): OrderPart[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), desc: true } : { field: part, desc: false }))
}

export function orderText(parts: readonly OrderPart[]): string {
  return parts.map(({ field, desc }) => (desc ? `-${field}` : field)).join(' ')
}

/** The order in the format of the HTTP API: `field,asc`. */
export function orderParams(text: string): string[] {
  return parseOrder(text).map(({ field, desc }) => `${field},${desc ? 'desc' : 'asc'}`)
}
