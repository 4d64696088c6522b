import * as v from 'valibot'
import { listSearch } from '#src/crud/query/list-search.ts'

const text = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined))

/**
 * What the URL of the store has. `show`: only what is here, or only what has an update. `module`: the uid of the module
 * whose details are open. The rest is the search of the log.
 */
export const storeSearch = v.object({
  ...listSearch.entries,
  find: text,
  category: text,
  module: text,
  show: v.optional(v.fallback(v.optional(v.picklist(['here', 'updates'])), undefined)),
})

export type StoreSearch = v.InferOutput<typeof storeSearch>

/** What a part of the page changes of the URL. */
export type StorePatch = Partial<Pick<StoreSearch, 'find' | 'category' | 'module' | 'show'>>
