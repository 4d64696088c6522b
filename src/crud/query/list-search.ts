import * as v from 'valibot'
import { integer, rowId } from '#src/lib/number-rules.ts'
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
  /** Id of the saved view that the user chose last. `NO_VIEW` if the user chose no view. */
  view?: number
  /** Trees only: the open rows. Undefined until the user opens or closes a row. */
  open?: number[]
  /** Id of the row whose form is open as a page. */
  edit?: number
  /** The form of a new row is open as a page; perhaps with initial values. */
  add?: NewRow
  /** Id of the row whose copy a form adds. */
  copy?: number
  /** The chosen tab of a page with several lists. Undefined: the first one. */
  tab?: string
}

/** The view in a URL when the user chose none. The user's default view is then not applied again. */
export const NO_VIEW = 0

/** A new row in a URL: its initial values, or none. */
type NewRow = 'new' | Record<string, string | number | null>

/** The default values. The URL omits them, and "reset" returns to them. */
export const listDefaults = { page: 1, limit: LIMIT, order: '', quickSearch: '', mode: 'pages' } as const

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const order = v.pipe(text(200), v.regex(/^(-?\w+( -?\w+){0,4})?$/))
const newRow = v.union([
  v.literal('new'),
  v.pipe(
    v.record(v.string(), v.nullable(v.union([text(1000), v.number()]))),
    v.check((values) => Object.keys(values).length <= 100),
  ),
])
const ids = v.pipe(v.array(rowId), v.maxLength(500))

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
  edit: v.optional(v.fallback(v.optional(rowId), undefined)),
  add: v.optional(v.fallback(v.optional(newRow), undefined)),
  copy: v.optional(v.fallback(v.optional(rowId), undefined)),
  tab: v.optional(v.fallback(v.optional(v.pipe(text(40), v.regex(/^[\w-]+$/))), undefined)),
})

/** A change of the search: only the keys that change. */
export type SearchPatch = Partial<ListSearch>

/** A key of the rows that a search finds. The page and the order do not change it. */
export function searchKey({ quickSearch, filter }: Pick<ListSearch, 'quickSearch' | 'filter'>): string {
  return `${quickSearch} ${filterKey(filter)}`
}
