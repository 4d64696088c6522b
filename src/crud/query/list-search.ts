import * as v from 'valibot'
import { integer } from '#src/lib/number-rules.ts'
import { type FilterTree, filterKey, filterTree } from '#src/resource/filter-tree.ts'

/** Rows of a page unless somebody chooses otherwise. */
const LIMIT = 20

/** What a list page keeps in its URL, beside what it always has. */
export type ListSearch = {
  page: number
  limit: number
  /** Fields with blanks between, `-` before those that go down: `-updateTime code`. Empty: the resource's own order. */
  order: string
  quickSearch: string
  filter?: FilterTree
  /** Where a page of a very large list begins. */
  cursor?: string
  /** Page by page, or all rows one below the other. */
  mode: 'pages' | 'scroll'
  /** The saved view that was chosen last; 0 for none, on purpose. */
  view?: number
  /** Trees only: the opened rows; absent until the person opens or closes one. */
  open?: number[]
}

/** What is left out of the URL; where "reset" leads. */
export const listDefaults = { page: 1, limit: LIMIT, order: '', quickSearch: '', mode: 'pages' } as const

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const order = v.pipe(text(200), v.regex(/^(-?\w+( -?\w+){0,4})?$/))
const ids = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(500))

/**
 * The search schema of every list page: each wrong value falls back by itself, a filter condition by condition. Whether
 * a field exists is the description's to say (`fitSearch`), which is loaded with the page.
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

/** How a page asks for another search: the keys that change. */
export type SearchPatch = Partial<ListSearch>

/** What a search finds, whatever the page and the order: the same text for the same rows. */
export function searchKey({ quickSearch, filter }: Pick<ListSearch, 'quickSearch' | 'filter'>): string {
  return `${quickSearch} ${filterKey(filter)}`
}
