import { queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ListPage, ListParams } from '#src/crud/calls/crud-client.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelAfterWord } from '#src/resource/label.ts'
import { renderList } from '../../support/list-page.tsx'
import { type Booking, bookingDescription, bookings, memoryResource } from '../../support/memory-resource.ts'

test('a list whose first rows cannot be read keeps its tools, and tries again in the place of the rows', async () => {
  await browser.viewport(1200, 800)
  let fails = true
  const { client } = memoryResource(bookings(3))
  const resource = {
    ...client,
    list: (query: ListParams) =>
      queryOptions({
        ...client.list(query),
        queryFn: async (): Promise<ListPage<Booking>> => {
          if (fails) throw Object.assign(new BackendError(500, m.error_500()), { requestId: 'request-1' })
          return { list: bookings(3), total: 3, labels: {} }
        },
      }),
  }
  const { page: screen, at } = await renderList({ page: { resource } })
  const failure = screen.getByRole('alert')
  await expect.element(failure.getByText(m.error_500())).toBeVisible()
  await expect.element(failure.getByText(m.failure_helpServer())).toBeVisible()
  await expect.element(failure.getByText('request-1')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  for (const name of [
    m.filter_open(),
    m.columns_open(),
    m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) }),
  ])
    await expect.element(screen.getByRole('button', { name }).first()).toBeVisible()
  await screen.getByRole('textbox', { name: m.crud_search() }).fill('2')
  await expect.poll(() => at.search.quickSearch).toBe('2')
  await expect.element(failure).toBeVisible()
  fails = false
  await failure.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByRole('grid')).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})
