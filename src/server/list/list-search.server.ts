import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { containsSql, searchWords, spellings } from './contains.server.ts'
import { filterSql } from './filter.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { assertAffordable } from './search-budget.server.ts'
import { siteDay } from './site-day.server.ts'

/**
 * The search condition of a list: some field contains each word of the quick search, and the filter matches.
 * @throws AppError 400 for a field or an operator that the resource does not have, or for too costly a search
 */
export async function searchSql(
  db: Db,
  resource: Resource,
  actor: Actor,
  query: Pick<ListQuery, 'quickSearch' | 'filter'>,
): Promise<SQL | undefined> {
  if (query.quickSearch === '' && !query.filter) return undefined
  const { columns, readable, fields, relations } = resource
  const lookup = {
    column: (name: string) => (readable.has(name) ? columns[name] : undefined),
    field: (name: string) => fields.get(name),
    // The parent of a tree's row: the row itself counts as well.
    below: (name: string) => {
      const below = relations?.[name]?.below
      const column = name === 'pid' && resource.description.tree ? columns.id : columns[name]
      return below && column && { below, column }
    },
    actor,
    siteDay: await siteDay(db, query.filter),
  }
  const words = searchWords(query.quickSearch)
  // The words of a search that has its own index cost little.
  const compared = words.length * resource.description.quickSearch.length
  assertAffordable(columns.searchGrams ? 0 : compared, query.filter)
  const found = (word: string) => {
    const hit = or(...resource.description.quickSearch.map((name) => columns[name] && containsSql(columns[name], word)))
    const { searchGrams } = columns
    if (!searchGrams) return hit
    return and(or(...spellings(word).map((one) => sql`${searchGrams} @> search_word(${one})`)), hit)
  }
  return and(...words.map(found), query.filter && filterSql(query.filter, lookup))
}
