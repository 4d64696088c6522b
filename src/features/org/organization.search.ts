import * as v from 'valibot'
import type { ListParams } from '#src/crud/crud-client.ts'

const ids = v.array(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** What the organization page keeps in its URL; each wrong value falls back by itself. */
export const organizationSearch = v.object({
  quickSearch: v.optional(v.fallback(v.string(), ''), ''),
  /** The opened rows; absent until the person opens or closes one. */
  open: v.optional(v.fallback(v.optional(ids), undefined)),
})

export type OrganizationSearch = v.InferOutput<typeof organizationSearch>

/** The list call for a search. */
export function organizationListParams({ quickSearch, open }: OrganizationSearch): ListParams {
  return { tree: '1', ...(quickSearch ? { quickSearch } : {}), ...(open ? { open: open.join(',') } : {}) }
}
