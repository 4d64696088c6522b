import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { DeletedRow } from '#src/server/history/deleted.server.ts'
import { crudGet } from '../calls/crud-rpc.ts'

/** A deleted row that can come back. */
export type DeletedEntry = Omit<DeletedRow, 'fields'> & {
  fields: { field: string; label: string; value: FieldValue }[]
}

type Page = { list: DeletedEntry[]; labels: Labels; more: boolean }

/** The deleted rows of a resource that match a search, the last deletion first. */
export function deletedEntriesQuery(resource: string, quickSearch: string) {
  return infiniteQueryOptions({
    queryKey: [resource, 'deleted', quickSearch],
    queryFn: async ({ pageParam, signal }) => {
      const query: Record<string, string> = { quickSearch }
      if (pageParam !== null) query.before = String(pageParam)
      return crudGet<Page>({ data: { key: resource, action: 'deleted', query }, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.list.at(-1)?.changeId ?? null) : null),
    staleTime: 0,
  })
}
