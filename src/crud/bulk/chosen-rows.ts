import type { BulkTarget } from './bulk-calls.ts'

/** The chosen rows as calls take them that read the present row, whatever version was on screen. */
export function chosenRows(target: BulkTarget) {
  return 'ids' in target ? { ids: target.ids } : { query: target.query, count: target.count }
}
