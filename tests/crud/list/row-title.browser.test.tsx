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

test('a card has its title beside the checkbox, and no holes where values are missing', async () => {
  await browser.viewport(390, 844)
  const rows = bookings(1).map((row) => ({ ...row, kind: '', note: 'A long note. '.repeat(60) }))
  const { page } = await renderList({ rows, page: { description } })
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Booking 1')
  const box = (name: string) =>
    page.getByRole('row').last().element().querySelector(`[data-column="${name}"]`)?.getBoundingClientRect() ??
    new DOMRect()
  const select = box('select')
  expect(Math.abs(select.top + select.height / 2 - (box('name').top + box('name').height / 2))).toBeLessThan(4)
  // The kind is empty, so that amount and note are the first line of the card.
  expect(box('cents').top).toBe(box('note').top)
  expect(box('cents').left).toBe(box('name').left)
  expect(box('note').left).toBeGreaterThan(box('cents').right - 1)
  // A card shows the beginning of a long text.
  expect(box('note').height).toBeLessThan(120)
})
