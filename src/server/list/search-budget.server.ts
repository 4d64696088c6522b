import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import type { CheckedFilter } from './filter.server.ts'

/** Maximum number of comparisons that read the text of every row, because no index serves them. */
const MOST = 30

/**
 * Refuses a search that would cost the database too much.
 * @param words comparisons of the quick search that no index serves
 * @throws AppError 400
 */
export function assertAffordable(words: number, filter: CheckedFilter | undefined): void {
  if (words + (filter ? scansOf(filter) : 0) <= MOST) return
  const message = m.error_queryTooCostly()
  throw new AppError(400, message, { errors: { [words > MOST ? 'quickSearch' : 'filter']: [message] } })
}

function scansOf(filter: CheckedFilter): number {
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : undefined
  if (parts) return parts.reduce((sum, part) => sum + scansOf(part), 0)
  return 'operator' in filter && (filter.operator === 'LIKE' || filter.operator === 'NOT LIKE') ? 1 : 0
}
