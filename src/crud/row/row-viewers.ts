import { infiniteQueryOptions } from '@tanstack/react-query'
import type { viewersCall } from '#src/server/crud/viewers-call.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import { kitGetting } from '../calls/endpoint-calls.ts'

/** Somebody who sees a row, and why. */
export type ShownViewer = KitAnswer<typeof viewersCall>['list'][number]

const viewers = kitGetting<typeof viewersCall>('viewers')

/** Who sees a row, page by page in the order of the user names. */
export function rowViewersQuery(resource: string, id: number, quickSearch: string) {
  return infiniteQueryOptions({
    queryKey: [resource, 'viewers', id, quickSearch],
    queryFn: ({ pageParam, signal }) => viewers(resource, { id, quickSearch, after: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}
