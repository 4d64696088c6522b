import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelAfterWord } from '#src/resource/label.ts'
import { renderList } from '../../support/list-page.tsx'
import { type Booking, bookingDescription } from '../../support/memory-resource.ts'

const paged: Description<Booking> = { ...bookingDescription, form: { as: 'page' } }
const page = { description: paged }
const title = m.crud_editNameOf({ name: 'Booking 2', at: 2, count: 5 })

test('a form as a page is in the address; the way back closes it, and the list is as it was', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ page, search: { quickSearch: '' } })
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await expect.poll(() => at.search.edit).toBe(2)
  const form = screen.getByRole('dialog', { name: title })
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 2')
  at.back()
  await expect.poll(() => form.elements()).toHaveLength(0)
  expect(at.history).toHaveLength(1)
})

test('saving and closing take the form out of the address without another step in the history', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ page })
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await screen.getByRole('textbox', { name: 'Note' }).fill('paid')
  await screen.getByRole('button', { name: m.crud_save() }).click()
  await expect.poll(() => at.search.edit).toBeUndefined()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(at.history).toHaveLength(2)
  // The same form opens again.
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible()
})

test('a link opens the form of a row, or of a new one with values', async () => {
  const { page: screen } = await renderList({ page, search: { edit: 3 } })
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 3')
  await screen.unmount()
  const { page: other } = await renderList({ page, search: { add: { name: 'Given' } } })
  await expect.element(other.getByRole('textbox', { name: 'Name' })).toHaveValue('Given')
  await expect
    .element(other.getByRole('dialog', { name: m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) }) }))
    .toBeVisible()
})

test('the button for a new row opens its form at an address of its own', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ page })
  await screen
    .getByRole('button', { name: m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) }) })
    .click()
  await expect.poll(() => at.search.add).toBe('new')
  await screen.getByRole('textbox', { name: 'Name' }).fill('One more')
  await screen.getByRole('button', { name: m.crud_save() }).click()
  await expect.poll(() => at.search.add).toBeUndefined()
})

test('unsaved input stops the way back until the user has answered', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ page })
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await screen.getByRole('textbox', { name: 'Note' }).fill('half a sen')
  at.back()
  const question = screen.getByRole('alertdialog', { name: m.crud_discardTitle() })
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.poll(() => at.search.edit).toBe(2)
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sen')
  at.back()
  await question.getByRole('button', { name: m.crud_discard() }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(at.search.edit).toBeUndefined()
})

test('a reload opens the form with what was typed', async () => {
  const { page: screen } = await renderList({ page, search: { edit: 2 } })
  await screen.getByRole('textbox', { name: 'Note' }).fill('half a sen')
  await screen.unmount()
  const { page: again } = await renderList({ page, search: { edit: 2 } })
  await expect.element(again.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sen')
})

test('several rows one after another: each has its address, and one step in the history', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ page })
  for (const name of ['Booking 2', 'Booking 4'])
    await screen.getByRole('checkbox', { name: m.list_select({ name }) }).click()
  await screen.getByRole('button', { name: m.bulk_editEach() }).click()
  await expect.poll(() => at.search.edit).toBe(2)
  await screen.getByRole('textbox', { name: 'Note' }).fill('first')
  await screen.getByRole('button', { name: m.entry_saveNext({ count: 1 }) }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 4')
  expect(at.search.edit).toBe(4)
  expect(at.history).toHaveLength(2)
})

test('without the right, the address opens nothing and says so', async () => {
  const { page: screen, at } = await renderList({ page, nodes: ['baseInfo/subject/index'], search: { edit: 2 } })
  await expect.element(screen.getByText(m.crud_formForbidden())).toBeVisible()
  await expect.poll(() => at.search.edit).toBeUndefined()
  expect(screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('a link opens the form of a row as a dialog too, but a form that the user opens has no address', async () => {
  await browser.viewport(1200, 800)
  const { page: screen, at } = await renderList({ search: { edit: 3 } })
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 3')
  await screen.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.poll(() => at.search.edit).toBeUndefined()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking 2')
  expect(at.search.edit).toBeUndefined()
  expect(at.history).toHaveLength(1)
})

test('a step back that overtakes the address of the form that the user stays in asks again', async () => {
  await browser.viewport(1200, 800)
  let overtaken = false
  const { page: screen, at } = await renderList({
    page,
    frame: ({ search, onSearch }, resource) => (
      <ResourcePage
        resource={resource}
        {...page}
        search={search}
        onSearch={(patch, options) => {
          // The router drops an address that it has not shown when the browser goes back before.
          if (!overtaken) onSearch(patch, options)
        }}
      />
    ),
  })
  await screen.getByRole('button', { name: m.crud_editRow({ name: 'Booking 2' }) }).click()
  await screen.getByRole('textbox', { name: 'Note' }).fill('half a sen')
  at.back()
  const question = screen.getByRole('alertdialog', { name: m.crud_discardTitle() })
  await expect.element(question).toBeVisible()
  overtaken = true
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.poll(() => question.elements()).toHaveLength(0)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(question).toBeVisible()
  overtaken = false
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.poll(() => at.search.edit).toBe(2)
  await expect.poll(() => question.elements()).toHaveLength(0)
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sen')
})
