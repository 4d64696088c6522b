import { and, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { filterSql } from './filter.server.ts'
import { containing } from './filter-value.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { assertAffordable } from './search-budget.server.ts'

/**
 * The search condition of a list: some field contains each word of the quick search, and the filter matches.
 * @throws AppError 400 for a field or an operator that the resource does not have, or for too costly a search
 */
export function searchSql(
  resource: Resource,
  actor: Actor,
  query: Pick<ListQuery, 'quickSearch' | 'filter'>,
): SQL | undefined {
  if (query.quickSearch === '' && !query.filter) return undefined
  const { columns, readable, fields } = resource
  const lookup = {
    column: (name: string) => (readable.has(name) ? columns[name] : undefined),
    field: (name: string) => fields.get(name),
    actor,
  }
  const words = query.quickSearch.split(/\s+/).filter((word) => word !== '')
  // The words of a search that has its own index cost little.
  assertAffordable(columns.searchGrams ? 0 : words.length * resource.description.quickSearch.length, query.filter)
  const quick = words.map((word) => {
    const found = or(
      ...resource.description.quickSearch.map((name) => columns[name] && ilike(columns[name], containing(word))),
    )
    return columns.searchGrams ? and(sql`${columns.searchGrams} @> search_word(${word})`, found) : found
  })
  return and(...quick, query.filter && filterSql(query.filter, lookup))
}
