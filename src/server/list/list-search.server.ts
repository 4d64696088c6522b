import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { ID } from '#src/resource/importable.ts'
import type { Resource } from '../crud/resource.server.ts'
import { containsSql, searchWords, spellings } from './contains.server.ts'
import { type CheckedFilter, type FilterColumns, filterSql } from './filter.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { assertAffordable } from './search-budget.server.ts'
import { siteDay } from './site-day.server.ts'

/** Rows that are inserted without a record name their change set themselves. */
function changedBy({ columns, tableName }: Resource, changeSet: number): SQL {
  const recorded = sql`${columns.id} in (select row_id from change
    where change_set_id = ${changeSet} and table_name = ${tableName} and operation in ('insert', 'update'))`
  return columns.changeSetId ? sql`(${recorded} or ${columns.changeSetId} = ${changeSet})` : recorded
}

/**
 * The search condition of a list: some field contains each word of the quick search, and the filter matches.
 * @throws AppError 400 for a field or an operator that the resource does not have, or for too costly a search
 */
export async function searchSql(
  db: Db,
  resource: Resource,
  actor: FilterColumns['actor'],
  query: Pick<ListQuery, 'quickSearch' | 'filter'>,
): Promise<SQL | undefined> {
  if (query.quickSearch === '' && !query.filter) return undefined
  const { columns, readable, fields, relations } = resource
  const lookup = {
    column: (name: string) => (readable.has(name) ? columns[name] : undefined),
    field: (name: string) => fields.get(name),
    changedBy: (changeSet: number) => changedBy(resource, changeSet),
    // The parent of a tree's row: the row itself counts as well.
    below: (name: string) => {
      const below = relations?.[name]?.below
      const column = name === 'pid' && resource.description.tree ? columns.id : columns[name]
      return below && column && { below, column }
    },
    hasGrams: (name: string) => resource.grams?.includes(name) === true,
    actor,
    siteDay: await siteDay(db, query.filter),
  }
  const words = searchWords(query.quickSearch)
  // The words of a search that has its own index cost little.
  const compared = words.length * resource.description.quickSearch.length
  assertAffordable(columns.searchGrams || resource.searched ? 0 : compared, query.filter)
  const found = (word: string): SQL | Promise<SQL> | undefined => {
    if (resource.searched) return resource.searched(db, word)
    const texts = resource.description.quickSearch.filter((name) => name !== ID)
    const hit = or(...texts.map((name) => columns[name] && containsSql(columns[name], word)))
    const { searchGrams } = columns
    const found = searchGrams
      ? and(or(...spellings(word).map((one) => sql`${searchGrams} @> search_word(${one})`)), hit)
      : hit
    // An id is found as a whole.
    const isId = texts.length < resource.description.quickSearch.length && /^\d{1,15}$/.test(word)
    return isId ? or(eq(columns.id, Number(word)), found) : found
  }
  return and(
    ...(await Promise.all(words.map(found))),
    query.filter && filterSql(query.filter, lookup),
    ...impliedBy(resource, query.filter),
  )
}

/** What follows from conditions that all found rows must meet. */
function impliedBy({ implied }: Resource, filter: CheckedFilter | undefined): SQL[] {
  if (!implied || !filter || 'or' in filter) return []
  const parts = 'and' in filter ? filter.and : [filter]
  return parts.flatMap((part) => {
    if (!('field' in part) || (part.operator !== 'eq' && part.operator !== 'IN')) return []
    const known = implied[part.field]
    const values = Array.isArray(part.val) ? part.val : String(part.val).split(',')
    return known && values.every((value) => String(value) === String(known.value)) ? [known.meets] : []
  })
}
