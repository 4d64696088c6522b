import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { WriteAnswer } from '../calls/crud-client.ts'
import { crudGet, crudPost } from '../calls/crud-rpc.ts'

/** A change of one row. */
export type Change = {
  id: number
  changeSetId: number
  /** The kind of its change set, for example `bulk` or `import`. */
  kind: string
  operation: string
  time: string
  actor: { id: number | null; name: string }
  /** `hidden`: the sides without references to rows outside of the user's data scope. */
  fields: { field: string; label: string; before: FieldValue; after: FieldValue; hidden: ('before' | 'after')[] }[]
  /** Ids: the change set that this change undid, and the change set that undid this change. Null: none. */
  undoes: number | null
  undoneBy: number | null
  /** Number of rows that the same action changed. Undo applies to all of them. */
  count: number
  /** Whether the action can be undone at all. */
  undoable: boolean
}

type Page = { list: Change[]; labels: Labels; more: boolean }

/** The changes of a row, newest first. */
export function rowHistoryQuery(resource: string, id: number) {
  return infiniteQueryOptions({
    queryKey: [resource, 'history', id],
    queryFn: async ({ pageParam, signal }) => {
      const query = { id: String(id), ...(pageParam === null ? {} : { before: String(pageParam) }) }
      return crudGet<Page>({ data: { key: resource, action: 'history', query }, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.list.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })
}

type Restore = { resource: string; id: number; changeId: number; fields?: string[]; version?: number; key: string }

/** Restores a row, or some of its fields, to the values after a change. */
export function restore({ resource, key, ...body }: Restore): Promise<WriteAnswer> {
  const data = { key: resource, action: 'restore', body, idempotencyKey: key }
  return crudPost<WriteAnswer['data']>({ data })
}
