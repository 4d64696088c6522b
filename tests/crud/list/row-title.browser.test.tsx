import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription, bookings } from '../../support/memory-resource.ts'

/** Rows that only their number names. The column with the number is hidden. */
const description = { ...bookingDescription, rowTitle: 'id' } as const

test('while the column that names a row is hidden, the first one names it and opens it', async () => {
  await browser.viewport(1200, 800)
  const expand = () => <p>receipt</p>
  const { page } = await renderList({ page: { description, expand } })
  await expect.element(page.getByRole('rowheader').first()).toHaveTextContent('Booking 1')
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking #2' }) }).click()
  await expect.element(page.getByText('receipt')).toBeVisible()
})

test('a row that only its number names is called by its resource, too', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList({ nodes: ['baseInfo/subject/index'], page: { description } })
  await page.getByRole('button', { name: m.crud_viewRow({ name: 'Booking #3' }) }).click()
  await expect.element(page.getByRole('dialog', { name: 'Booking #3' })).toBeVisible()
})

test('on a phone a row is a line: its title beside the checkbox, and what else it has in one line below', async () => {
  await browser.viewport(390, 844)
  const rows = bookings(2).map((row) => ({ ...row, kind: '', note: 'A long note. '.repeat(60) }))
  const { page } = await renderList({ rows, page: { description } })
  const row = page.getByRole('row').first()
  await expect.element(page.getByRole('rowheader').first()).toHaveTextContent('Booking 1')
  const line = row.element().querySelector('.row-line[data-line]')
  expect(line?.getAttribute('data-line')).toMatch(/^Booking 1 · Amount 1.00 · A long note/)
  expect(row.element().getBoundingClientRect().height).toBe(64)
  await expect.element(row.getByRole('checkbox')).toBeVisible()
  // A tap shows everything.
  await page.getByRole('rowheader').first().click()
  await expect.element(page.getByRole('dialog', { name: 'Booking #1' })).toBeVisible()
})

test('on a phone, a press on an entry of a row’s menu is no tap on the row', async () => {
  await browser.viewport(390, 844)
  const { page } = await renderList({ page: { description } })
  const details = page.getByRole('dialog', { name: 'Booking #1', exact: true })
  // They have been seen, so they would show at once.
  await page.getByRole('rowheader').first().click()
  await details.getByRole('button', { name: m.ui_close() }).first().click()
  await expect.element(details).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.crud_more({ name: 'Booking #1' }) }).click()
  const entry = page.getByRole('menuitem', { name: m.crud_edit() })
  await expect.element(entry).toBeVisible()
  // The product's menu fades out, so the click still reaches it after the press has closed it.
  entry.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(entry).toBeVisible()
  expect(details.query()).toBeNull()
})
