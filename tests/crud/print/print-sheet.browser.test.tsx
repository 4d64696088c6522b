import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { MAX_PRINTED } from '#src/crud/print/print-rows.ts'
import { PrintSheet } from '#src/crud/print/print-sheet.tsx'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { Description } from '#src/resource/description.ts'
import { Toaster } from '#src/ui/toast.tsx'
import { label } from '../../support/label.ts'

const description: Description = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: label('Subjects'),
  rowTitle: 'name',
  fields: [{ name: 'name', type: 'text', label: label('Name') }],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,asc',
}

/** Mocks a list that never ends: each request returns the next page of 200 rows. */
function endless(client: QueryClient) {
  let at = 0
  vi.spyOn(client, 'fetchQuery').mockImplementation(async () => {
    const list = Array.from({ length: 200 }, () => ({ id: ++at, version: 1, name: `Subject ${at}` }))
    return { list, total: 9_999, labels: {}, cursors: { previous: null, next: String(at) } }
  })
}

async function print(client: QueryClient) {
  const onDone = vi.fn()
  await render(
    <QueryClientProvider client={client}>
      <PrintSheet
        resource="subject"
        description={description}
        columns={['name']}
        search={listDefaults}
        onDone={onDone}
      />
      <Toaster />
    </QueryClientProvider>,
  )
  return onDone
}

test('rows that cannot be fetched are not printed, and why is said', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  const client = new QueryClient()
  vi.spyOn(client, 'fetchQuery').mockRejectedValue(new BackendError(503, 'busy'))
  const onDone = await print(client)
  await expect.element(page.getByText(m.list_printFailed({ reason: m.failure_safe({ reason: 'busy' }) }))).toBeVisible()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(printed).not.toHaveBeenCalled()
})

test('what an open row shows is printed below it', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => {})
  const client = new QueryClient()
  const list = [1, 2, 3].map((id) => ({ id, version: 1, name: `Subject ${id}` }))
  vi.spyOn(client, 'fetchQuery').mockResolvedValue({ list, total: 3, labels: {} })
  await render(
    <QueryClientProvider client={client}>
      <PrintSheet
        resource="subject"
        description={description}
        columns={['name']}
        search={listDefaults}
        below={(row) => (row.id === 2 ? <p>more of 2</p> : null)}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
  const lines = () => [...document.querySelectorAll('.print-sheet tbody tr')].map(({ textContent }) => textContent)
  await expect.poll(lines).toEqual(['Subject 1', 'Subject 2', 'more of 2', 'Subject 3'])
})

test('of more rows than are printed the paper says so; what was printed is over', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  const client = new QueryClient()
  endless(client)
  const onDone = await print(client)
  await expect.poll(() => printed).toHaveBeenCalledOnce()
  const sheet = document.querySelector('.print-sheet')
  expect(sheet?.textContent).toContain(m.list_printTooMany({ count: formatCount(MAX_PRINTED) }))
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(MAX_PRINTED)
  expect(onDone).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('afterprint'))
  expect(onDone).toHaveBeenCalledOnce()
})

test('a browser that prints at once gets the rows on the screen, and the paper says that there are more', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  const before = document.adoptedStyleSheets.length
  const rows = [1, 2].map((id) => ({ id, version: 1, name: `Subject ${id}` }))
  const { unmount } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <PrintSheet
        resource="subject"
        description={description}
        columns={['name']}
        search={listDefaults}
        now={{ rows, labels: {}, total: 40 }}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
  const sheet = document.querySelector('.print-sheet')
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(sheet?.textContent).toContain(m.list_printShown({ total: '40' }))
  expect(printed).not.toHaveBeenCalled()
  expect(document.adoptedStyleSheets).toHaveLength(before + 1)
  await unmount()
  expect(document.adoptedStyleSheets).toHaveLength(before)
})
