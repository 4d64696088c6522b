import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ListPage } from '#src/crud/calls/crud-client.ts'
import type { ListClient } from '#src/crud/list/list-client.ts'
import type { TreeRow } from '#src/crud/list/tree.ts'
import { MAX_ROWS, useTreeList } from '#src/crud/list/use-tree-list.ts'
import { type ListSearch, listDefaults } from '#src/crud/query/list-search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Toaster } from '#src/ui/toast.tsx'

const row = (id: number): TreeRow => ({ id, pid: null, childCount: 1 })

function Tree({ rows, open: first }: { rows: number; open: number[] }) {
  const [search, setSearch] = useState<ListSearch>({ ...listDefaults, open: first })
  const list: ListPage<TreeRow> = {
    list: Array.from({ length: rows }, (_, at) => row(at + 1)),
    total: rows,
    labels: {},
    open: first,
  }
  const resource: Pick<ListClient<TreeRow>, 'list'> = {
    list: (query) => queryOptions({ queryKey: ['tree', 'list', query], queryFn: async () => list }),
  }
  const tree = useTreeList(resource, search, (patch) => setSearch({ ...search, ...patch }))
  return (
    <>
      <button type="button" onClick={() => tree.toggle(9_999, true)}>
        open
      </button>
      <button type="button" onClick={() => tree.toggle(1, false)}>
        close
      </button>
      <output aria-label="open">{tree.open.size}</output>
      <output aria-label="capped">{String(tree.capped)}</output>
      <Toaster />
    </>
  )
}

const show = (rows: number, open: number) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Tree rows={rows} open={Array.from({ length: open }, (_, at) => at + 1)} />
    </QueryClientProvider>,
  )

test('five hundred rows of a tree may be open; one more is refused with what to do', async () => {
  await show(3, 500)
  const open = page.getByLabelText('open')
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(page.getByText(m.tree_tooManyOpen())).toBeVisible()
  await expect.element(open).toHaveTextContent('500')
  await page.getByRole('button', { name: 'close' }).click()
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(open).toHaveTextContent('500')
  expect(page.getByText(m.tree_tooManyOpen()).elements()).toHaveLength(1)
})

test.each([
  [MAX_ROWS - 1, 'false'],
  [MAX_ROWS, 'true'],
])('a tree of %i rows is cut off: %s', async (rows, capped) => {
  await show(rows, 0)
  await expect.element(page.getByLabelText('capped')).toHaveTextContent(capped)
})
