import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ListPage } from '#src/crud/calls/crud-client.ts'
import { copyRowsAsText } from '#src/crud/grid/use-copy.ts'
import { RefreshFailed } from '#src/crud/list/refresh-failed.tsx'
import { useSorting } from '#src/crud/query/use-sorting.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Toaster } from '#src/ui/toast.tsx'

type Row = { id: number; pid: null; version: number }
const stored: ListPage<Row> = { list: [1, 2, 3].map((id) => ({ id, pid: null, version: 1 })), total: 3, labels: {} }

function Sorted({ sort }: { sort: Parameters<typeof useSorting>[0]['sort'] }) {
  const { data } = useQuery({ queryKey: ['subject', 'list'], queryFn: async () => stored })
  const move = useSorting({ key: 'subject', sort })
  return (
    <>
      <button type="button" onClick={() => move(3, 1)}>
        move
      </button>
      <output>{data?.list.map(({ id }) => id).join(' ')}</output>
      <Toaster />
    </>
  )
}

test('a move that the server does not follow is taken back, and why is said', async () => {
  const answered = Promise.withResolvers<never>()
  const sort = vi.fn(() => answered.promise)
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Sorted sort={sort} />
    </QueryClientProvider>,
  )
  const order = page.getByRole('status').filter({ hasText: /^\d/ })
  await expect.element(order).toHaveTextContent('1 2 3')
  await page.getByRole('button', { name: 'move' }).click()
  // The new order shows at once, before the response.
  await expect.element(order).toHaveTextContent('3 1 2')
  answered.reject(new BackendError(422, 'not under the same parent'))
  await expect.element(order).toHaveTextContent('1 2 3')
  await expect.element(page.getByText(m.tree_sortFailed({ reason: 'not under the same parent' }))).toBeVisible()
  expect(sort).toHaveBeenCalledOnce()
})

test('rows that could not be brought up to date say so over what is there, with another try', async () => {
  const retry = vi.fn()
  await render(<RefreshFailed error={new BackendError(503, 'busy')} onRetry={retry} />)
  await expect
    .element(page.getByText(m.crud_refreshFailed({ reason: m.failure_safe({ reason: 'busy' }) })))
    .toBeVisible()
  await page.getByRole('button', { name: m.ui_retry() }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('what a browser does not let be copied is said, with the keys that do it', async () => {
  await render(<Toaster />)
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await copyRowsAsText([{ id: 1 }], [])
  await expect.element(page.getByText(m.list_copyFailed())).toBeVisible()
  write.mockRestore()
})
