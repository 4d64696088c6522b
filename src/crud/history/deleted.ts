import { infiniteQueryOptions } from '@tanstack/react-query'
import type { deletedCall } from '#src/server/crud/history-calls.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import { kitGetting } from '../calls/endpoint-calls.ts'

/** A deleted row that can come back. */
export type DeletedEntry = KitAnswer<typeof deletedCall>['list'][number]

const deletedEntries = kitGetting<typeof deletedCall>('deleted')

/** The deleted rows of a resource that match a search, the last deletion first. */
export function deletedEntriesQuery(resource: string, quickSearch: string) {
  return infiniteQueryOptions({
    queryKey: [resource, 'deleted', quickSearch],
    queryFn: ({ pageParam, signal }) =>
      deletedEntries(resource, { quickSearch, before: pageParam ?? undefined }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.list.at(-1)?.changeId ?? null) : null),
    staleTime: 0,
  })
}
