import { infiniteQueryOptions } from '@tanstack/react-query'
import type { historyCall, restoreCall } from '#src/server/crud/history-calls.server.ts'
import type { KitAnswer, KitBody } from '#src/server/endpoint/call-types.ts'
import { kitGetting, kitPosting } from '../calls/endpoint-calls.ts'

/** A change of one row. */
export type Change = KitAnswer<typeof historyCall>['list'][number]

const changes = kitGetting<typeof historyCall>('history')
const restoring = kitPosting<typeof restoreCall>('restore')

/** The changes of a row, newest first. */
export function rowHistoryQuery(resource: string, id: number) {
  return infiniteQueryOptions({
    queryKey: [resource, 'history', id],
    queryFn: ({ pageParam, signal }) => changes(resource, { id, before: pageParam ?? undefined }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.list.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })
}

type Restore = KitBody<typeof restoreCall> & { resource: string; key: string }

/** Restores a row, or some of its fields, to the values after a change. */
export function restore({ resource, key, ...body }: Restore) {
  return restoring(resource, body, key)
}
