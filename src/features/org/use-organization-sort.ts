import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListAnswer } from '#src/crud/crud-client.ts'
import { failureText } from '#src/crud/failure.ts'
import { moveRow } from '#src/crud/tree.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { organizations } from './organization.queries.ts'
import type { OrganizationListRow } from './organization.schema.ts'

type Move = { id: number; targetId: number; key: string }
type Answer = ListAnswer<OrganizationListRow>

const lists = { queryKey: [organizations.key, 'list'] }

/** Sorting that shows its result at once, and takes it back when the server does not follow. */
export function useOrganizationSort() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [organizations.key, 'sort'],
    // One after the other: each move counts from where the one before has put the rows.
    scope: { id: 'organization-sort' },
    mutationFn: ({ id, targetId, key }: Move) => organizations.sort(id, targetId, key),
    onMutate: async ({ id, targetId }) => {
      await client.cancelQueries(lists)
      const before = client.getQueriesData<Answer>(lists)
      client.setQueriesData<Answer>(lists, (old) => old && { ...old, list: moveRow(old.list, id, targetId) })
      return before
    },
    onError: (error, _move, before = []) => {
      for (const [key, answer] of before) client.setQueryData(key, answer)
      toaster.error(m.tree_sortFailed({ reason: failureText(error) }))
    },
    onSettled: () => {
      // An answer that comes between two moves would show the first of them only.
      if (client.isMutating({ mutationKey: [organizations.key, 'sort'] }) === 1) return client.invalidateQueries(lists)
    },
  })
  return (id: number, targetId: number) => mutate({ id, targetId, key: randomId() })
}
