import { QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ListPage, ListParams, ListTotal } from '#src/crud/calls/crud-client.ts'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { viewsQuery } from '#src/crud/views/views.ts'

/** Opens a list whose first rows end in an error. */
function open(error: unknown): Promise<void> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(viewsQuery('subject').queryKey, { list: [], roles: [] })
  const list = (query: ListParams) =>
    queryOptions({
      queryKey: ['subject', 'list', query],
      queryFn: (): Promise<ListPage<object>> => Promise.reject(error),
    })
  const total = (query: ListParams) =>
    queryOptions({ queryKey: ['subject', 'total', query], queryFn: async (): Promise<ListTotal> => ({ total: 0 }) })
  return loadList({ context: { queryClient }, deps: listDefaults, cause: 'enter' }, { key: 'subject', list, total })
}

test.each([
  ['an old bookmark', new BackendError(400, 'no such field')],
  ['a server that failed', new BackendError(500, 'broken')],
  ['a gateway', new BackendError(502, 'nobody there')],
  ['no connection', new TypeError('Failed to fetch')],
])('the page opens, with its tools: %s', async (_name, error) => {
  await expect(open(error)).resolves.toBeUndefined()
})

test.each([
  ['no right', new BackendError(403, 'not yours')],
  ['nothing there', new BackendError(404, 'gone')],
  ['not built', new BackendError(501, 'later')],
  ['a redirect', redirect({ to: '/' })],
  ['a missing page', notFound()],
])('the page does not open: %s', async (_name, error) => {
  await expect(open(error)).rejects.toBe(error)
})
