import { baseFields } from '#src/resource/base-fields.ts'
import type { Description } from '#src/resource/description.ts'
import { CHANGED_BY, type FilterTree, pruned } from '#src/resource/filter-tree.ts'
import { orderParams, orderText, parseOrder } from '#src/resource/order.ts'
import type { ListParams } from '../calls/crud-client.ts'
import { lastNumbered } from '../list/page-numbers.ts'
import type { ListSearch } from './list-search.ts'

/** The query parameters of the list call for a search. */
export function listParams(search: ListSearch, tree = false): ListParams {
  const { page, limit, order, quickSearch, filter, cursor, open } = search
  return {
    ...(tree
      ? { tree: '1', ...(open ? { open: open.join(',') } : {}) }
      : {
          page: String(Math.min(page, lastNumbered(limit))),
          limit: String(limit),
          ...(order ? { order: orderParams(order) } : {}),
        }),
    ...(cursor && !tree ? { cursor } : {}),
    ...(quickSearch ? { quickSearch } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
  }
}

/** The query parameters of the rows of a flat list, without their total. */
export function rowsParams(search: ListSearch): ListParams {
  return { ...listParams(search), count: 'none' }
}

/** The query parameters of the total of a flat list. */
export function totalParams({ quickSearch, filter }: Pick<ListSearch, 'quickSearch' | 'filter'>): ListParams {
  return {
    ...(quickSearch ? { quickSearch } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
  }
}

/** The fields that a filter may contain. */
export function filterFields(description: Pick<Description, 'fields' | 'base'>): Set<string> {
  const base = baseFields(description).filter((name) => name !== 'version')
  return new Set([...base, ...description.fields.map(({ name }) => name)])
}

/** The fields that the list can be sorted by. */
export function sortFields(description: Pick<Description, 'sorts' | 'defaultOrder'>): Set<string> {
  return new Set(['id', ...description.sorts, description.defaultOrder.split(',')[0] ?? 'id'])
}

/** A search without fields that the resource does not have. A field in a bookmark may no longer exist. */
export function fitSearch(search: ListSearch, description: Description): ListSearch {
  const sorts = sortFields(description)
  const order = orderText(parseOrder(search.order).filter(({ field }) => sorts.has(field)))
  const filter = search.filter && fitFilter(search.filter, description)
  const same = order === search.order && JSON.stringify(filter) === JSON.stringify(search.filter)
  return same ? search : { ...search, order, filter }
}

function fitFilter(tree: FilterTree, description: Description): FilterTree | undefined {
  const known = filterFields(description)
  return pruned(tree, ({ field }) => known.has(field) || field === CHANGED_BY)
}
