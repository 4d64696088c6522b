import { type MutationOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { ListPage } from '../calls/crud-client.ts'
import type { ListClient } from '../list/list-client.ts'
import { moveRow } from '../list/tree.ts'

type Move = { id: number; targetId: number; key: string }
type Before = [key: QueryKey, answer: ListPage<Row> | undefined][]
type Row = { id: number; pid: number | null }

/** Manual sorting with an optimistic update. The new order is shown immediately, and undone if the call fails. */
export function useSorting({ key, sort }: Pick<ListClient<unknown>, 'key' | 'sort'>) {
  const client = useQueryClient()
  const lists = { queryKey: [key, 'list'] }
  const move: MutationOptions<unknown, Error, Move, Before> = {
    mutationKey: [key, 'sort'],
    // Moves run one after another, because each move starts from the order that the move before it left.
    scope: { id: `${key}-sort` },
    mutationFn: ({ id, targetId, key: writeKey }: Move) => sort(id, targetId, writeKey),
    onMutate: async ({ id, targetId }) => {
      await client.cancelQueries(lists)
      const before = client.getQueriesData<ListPage<Row>>(lists)
      client.setQueriesData<ListPage<Row>>(lists, (old) => old && { ...old, list: moveRow(old.list, id, targetId) })
      return before
    },
    onError: (error, _move, before = []) => {
      for (const [queryKey, answer] of before) client.setQueryData(queryKey, answer)
      toastFailure(error, m.tree_sortFailed({ reason: failureText(error) }))
    },
    onSettled: () => {
      // A reload between two moves would show only the first move.
      if (client.isMutating({ mutationKey: [key, 'sort'] }) === 1) return client.invalidateQueries(lists)
    },
  }
  // Nothing on the page follows a move, so it has no observer (`useMutation`), which every list would load.
  return (id: number, targetId: number) => {
    const variables = { id, targetId, key: randomId() }
    client
      .getMutationCache()
      .build(client, move)
      .execute(variables)
      .catch(() => undefined)
  }
}
