import { queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelAfterWord } from '#src/resource/label.ts'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription, bookings, memoryResource } from '../../support/memory-resource.ts'

const edit = (name: string) => ({ name: m.crud_editRow({ name }) })
const save = { name: m.crud_save(), exact: true }

test('the form names its row and begins with what the list knows of it', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList()
  await page.getByRole('button', edit('Booking 2')).click()
  const form = page.getByRole('dialog', { name: m.crud_editNameOf({ name: 'Booking 2', at: 2, count: 5 }) })
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 2')
  await form.getByRole('textbox', { name: 'Note' }).fill('paid')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText(m.crud_doneTo({ what: 'Saved', name: 'Booking 2' }))).toBeVisible()
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
})

test('several rows are added without leaving the form: each one begins anew, and what was saved is said', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList()
  await page.getByRole('button', { name: m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) }) }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('First')
  await page.getByRole('button', { name: m.entry_saveAnother() }).click()
  await expect.element(page.getByText(m.crud_doneTo({ what: 'Saved', name: 'First' }))).toBeVisible()
  await expect.element(name).toHaveValue('')
  await expect.element(name).toHaveFocus()
  // Nothing is lost when the next one is wrong.
  await page.getByRole('textbox', { name: 'Note' }).fill('kept')
  await page.getByRole('button', { name: m.entry_saveAnother() }).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('kept')
  await name.fill('Second')
  await page.getByRole('button', save).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
})

test('a copy begins with the values of its row, under another name', async () => {
  await browser.viewport(1200, 800)
  const { page } = await renderList()
  await page.getByRole('button', { name: m.crud_more({ name: 'Booking 3' }) }).click()
  await page.getByRole('menuitem', { name: m.crud_copy() }).click()
  const form = page.getByRole('dialog', {
    name: m.crud_copyTitle({ title: labelAfterWord(bookingDescription.title), name: 'Booking 3' }),
  })
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue(m.crud_copyName({ name: 'Booking 3' }))
  await form.getByRole('button', save).click()
  const name = m.crud_copyName({ name: 'Booking 3' })
  await expect.element(page.getByText(m.crud_doneTo({ what: 'Saved', name }))).toBeVisible()
})

test('a form whose row the server cannot read says that nothing is lost, with the number, and tries again', async () => {
  await browser.viewport(1200, 800)
  const rows = bookings(5)
  const [row] = rows
  if (!row) throw new Error('no row')
  const { client } = memoryResource(rows)
  let fails = true
  const resource: typeof client = {
    ...client,
    row: (id) =>
      queryOptions({
        ...client.row(id),
        queryFn: async () => {
          if (fails) throw Object.assign(new BackendError(500, m.error_500()), { requestId: 'request-9' })
          return { row, labels: {} }
        },
      }),
  }
  // A copy needs the whole row, which the list does not have.
  const { page } = await renderList({ page: { resource } })
  await page.getByRole('button', { name: m.crud_more({ name: 'Booking 1' }) }).click()
  await page.getByRole('menuitem', { name: m.crud_copy() }).click()
  const failure = page.getByRole('dialog').getByRole('alert')
  await expect.element(failure.getByText(m.failure_helpServer())).toBeVisible()
  await expect.element(failure.getByText('request-9')).toBeVisible()
  fails = false
  await failure.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible()
})
