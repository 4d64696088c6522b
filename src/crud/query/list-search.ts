import * as v from 'valibot'
import { integer } from '#src/lib/number-rules.ts'
import { type FilterTree, filterKey, filterTree } from '#src/resource/filter-tree.ts'

/** The default number of rows per page. */
const LIMIT = 20

/** The state that a list page keeps in its URL. */
export type ListSearch = {
  page: number
  limit: number
  /** Field names separated by spaces, `-` means descending: `-updateTime code`. Empty: the resource's default order. */
  order: string
  quickSearch: string
  filter?: FilterTree
  /** The cursor at which a page of a very large list begins. */
  cursor?: string
  /** Pages, or all rows in one long list. */
  mode: 'pages' | 'scroll'
  /** Id of the saved view that the user chose last. 0 if the user chose no view. */
  view?: number
  /** Trees only: the open rows. Undefined until the user opens or closes a row. */
  open?: number[]
}

/** The default values. The URL omits them, and "reset" returns to them. */
export const listDefaults = { page: 1, limit: LIMIT, order: '', quickSearch: '', mode: 'pages' } as const

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const order = v.pipe(text(200), v.regex(/^(-?\w+( -?\w+){0,4})?$/))
const ids = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(500))

/**
 * The search schema of every list page. Each invalid value gets its default, and a filter only loses its invalid
 * conditions. Only the description knows which fields exist (`fitSearch`). It loads with the page.
 */
export const listSearch = v.object({
  page: v.optional(v.fallback(integer(1, 1_000_000), 1), 1),
  limit: v.optional(v.fallback(integer(1, 200), LIMIT), LIMIT),
  order: v.optional(v.fallback(order, ''), ''),
  quickSearch: v.optional(v.fallback(text(100), ''), ''),
  filter: v.optional(v.fallback(v.optional(filterTree), undefined)),
  cursor: v.optional(v.fallback(v.optional(text(1000)), undefined)),
  mode: v.optional(v.fallback(v.picklist(['pages', 'scroll']), 'pages'), 'pages'),
  view: v.optional(v.fallback(v.optional(integer(0, Number.MAX_SAFE_INTEGER)), undefined)),
  open: v.optional(v.fallback(v.optional(ids), undefined)),
})

/** A change of the search: only the keys that change. */
export type SearchPatch = Partial<ListSearch>

/** A key of the rows that a search finds. The page and the order do not change it. */
export function searchKey({ quickSearch, filter }: Pick<ListSearch, 'quickSearch' | 'filter'>): string {
  return `${quickSearch} ${filterKey(filter)}`
}
