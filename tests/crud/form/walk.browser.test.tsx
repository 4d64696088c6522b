import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription, bookings } from '../../support/memory-resource.ts'

const edit = (name: string) => ({ name: m.crud_editRow({ name }) })
const previous = { name: m.entry_previousRecord() }
const next = { name: m.entry_nextRecord() }
const title = (at: number, count = 5) => ({
  name: m.crud_editNameOf({ name: `Booking ${at}`, at, count }),
  exact: true,
})

test('the form of a row leads to the rows before and after it, as far as the list shows some', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList()
  await page.getByRole('button', edit('Booking 2')).click()
  await expect.element(page.getByRole('dialog', title(2))).toBeVisible()
  await page.getByRole('button', previous).click()
  await expect.element(page.getByRole('dialog', title(1))).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 1')
  // The button keeps the focus, also where it leads no further.
  await expect.element(page.getByRole('button', previous)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', previous)).toHaveFocus()
  for (let row = 2; row <= 5; row += 1) {
    await userEvent.keyboard('{Alt>}{PageDown}{/Alt}')
    await expect.element(page.getByRole('dialog', title(row))).toBeVisible()
  }
  await expect.element(page.getByRole('button', next)).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Alt>}{PageUp}{/Alt}')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 4')
  expect(at.search.edit).toBeUndefined()
})

test('unsaved input is asked about first; a refusal stays, a discard goes on', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList()
  await page.getByRole('button', edit('Booking 2')).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('half a sen')
  await userEvent.keyboard('{Alt>}{PageDown}{/Alt}')
  const question = page.getByRole('alertdialog', { name: m.crud_discardTitle() })
  await expect.element(question).toBeVisible()
  // The keys wait for the answer.
  await userEvent.keyboard('{Alt>}{PageDown}{/Alt}')
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sen')
  await page.getByRole('button', next).click()
  await question.getByRole('button', { name: m.crud_discard() }).click()
  await expect.element(page.getByRole('dialog', title(3))).toBeVisible()
  await page.getByRole('button', previous).click()
  await expect.element(page.getByRole('dialog', title(2))).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
})

test('the address of a form follows without another step in the history', async () => {
  await browser.viewport(1200, 800)
  const page = { description: { ...bookingDescription, form: { as: 'page' as const } } }
  const { page: screen, at } = await renderList({ page, search: { edit: 3 } })
  await expect.element(screen.getByRole('dialog', title(3))).toBeVisible()
  await screen.getByRole('button', next).click()
  await expect.poll(() => at.search.edit).toBe(4)
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 4')
  expect(at.history).toHaveLength(1)
})

test('chosen rows are walked along by themselves; a row alone leads nowhere', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList()
  for (const name of ['Booking 2', 'Booking 4'])
    await page.getByRole('checkbox', { name: m.list_select({ name }) }).click()
  await page.getByRole('button', { name: m.bulk_editEach() }).click()
  await page.getByRole('button', next).click()
  const second = { name: m.crud_editNameOf({ name: 'Booking 4', at: 2, count: 2 }), exact: true }
  await expect.element(page.getByRole('dialog', second)).toBeVisible()
  expect(page.getByRole('button', { name: m.entry_saveNext({ count: 0 }) }).elements()).toHaveLength(0)
  await page.unmount()
  const { page: other } = await renderList({ rows: bookings(1) })
  await other.getByRole('button', edit('Booking 1')).click()
  await expect.element(other.getByRole('dialog', { name: m.crud_editName({ name: 'Booking 1' }) })).toBeVisible()
  expect(other.getByRole('button', next).elements()).toHaveLength(0)
})

test('a telephone has the buttons too, beside the one that closes', async () => {
  await browser.viewport(390, 844)
  const { page } = await renderList({ search: { edit: 2 } })
  await expect.element(page.getByRole('dialog', title(2))).toBeVisible()
  const close = page.getByRole('button', { name: m.ui_close() }).element().getBoundingClientRect()
  const box = page.getByRole('button', next).element().getBoundingClientRect()
  expect(box.right).toBeLessThanOrEqual(close.left)
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(close.right).toBeLessThanOrEqual(390)
})
