import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { bookings, memoryResource } from '../../support/memory-resource.ts'

/** A list in the order of its names, thirty rows in pages. */
async function renderByName(limit: number) {
  await browser.viewport(1200, 400)
  const rows = bookings(30).map((row) => ({ ...row, name: `Booking ${row.id + 10}` }))
  const { client } = memoryResource(rows)
  const resource: typeof client = {
    ...client,
    edit(change, key) {
      const row = rows.find(({ id }) => id === change.id)
      if (row) Object.assign(row, change, { version: 2 })
      rows.sort((one, other) => (one.name < other.name ? -1 : 1))
      return client.edit(change, key)
    },
  }
  return renderList({ rows, page: { resource }, search: { order: 'name,asc', limit } })
}

async function rename({ page }: Awaited<ReturnType<typeof renderByName>>, from: string, to: string) {
  await page.getByRole('button', { name: m.crud_editRow({ name: from }) }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(to)
  await page.getByRole('button', { name: m.crud_save(), exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
}

test('a row that moves when it is saved is followed: it is in sight and highlighted', async () => {
  const list = await renderByName(30)
  await rename(list, 'Booking 12', 'Booking 39 and more')
  const row = list.page.getByRole('row', { name: /Booking 39 and more/ })
  await expect.element(row).toBeInViewport()
  await expect.element(row).toHaveClass('bg-accent-soft')
  await expect.element(list.page.getByText(m.list_elsewhere())).not.toBeInTheDocument()
})

test('of a row that moves to another page the message offers to show it', async () => {
  const list = await renderByName(10)
  await rename(list, 'Booking 12', 'Zulu')
  await expect.element(list.page.getByText(m.list_elsewhere())).toBeVisible()
  await list.page.getByRole('button', { name: m.list_showIt() }).click()
  await expect.poll(() => list.at.search).toMatchObject({ page: 1, filter: { field: 'id', operator: 'eq', val: 2 } })
})
