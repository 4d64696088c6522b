import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Field } from '#src/resource/description.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const names = ['One', 'Two', 'Three', 'Four']
const sections = names.map((name) => ({ key: name.toLowerCase(), title: label(name) }))
const texts: Field[] = names.slice(0, 3).map((name) => ({
  name: `text${name}`,
  type: 'text',
  label: label(`Text ${name}`),
  required: name !== 'Three',
  multiline: true,
  section: name.toLowerCase(),
}))
const rows: Field = {
  name: 'rows',
  type: 'rows',
  label: label('Rows'),
  maxItems: 9,
  section: 'four',
  fields: [{ name: 'cell', type: 'text', label: label('Cell'), required: true }],
}
const fields = [...texts, rows]
const form: Description['form'] = { sections }
const saved = { textOne: 'a', textTwo: 'b', textThree: '', rows: [{ cell: 'x' }, { cell: 'y' }] }

test('a long form lists its sections: what is complete, what they contain, and where something is wrong', async () => {
  await browser.viewport(1200, 500)
  const { page, save, send } = await renderForm(fields, { form, saved })
  const rail = page.getByRole('navigation', { name: m.entry_sections() })
  const item = (name: string) => rail.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.element(item('One').getByText(m.entry_complete())).toBeInTheDocument()
  await expect.element(item('Three').getByText(m.entry_complete())).not.toBeInTheDocument()
  await expect.element(item('Four').getByText(m.entry_rows({ count: 2 }))).toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Text Two' }).fill('')
  await page.getByRole('button', { name: m.field_addRow() }).click()
  await expect.element(item('Four').getByText(m.entry_complete())).not.toBeInTheDocument()
  expect(
    item('Four')
      .getByText(m.entry_wrong({ count: 1 }))
      .elements(),
  ).toHaveLength(0)
  await save()
  await expect.element(item('Two').getByText(m.entry_wrong({ count: 1 }))).toBeInTheDocument()
  await expect.element(item('Four').getByText(m.entry_wrong({ count: 1 }))).toBeInTheDocument()
  expect(send).not.toHaveBeenCalled()
})

test('a section of the list leads to its fields, by mouse and by keys, and the current one is marked', async () => {
  await browser.viewport(1200, 500)
  const { page } = await renderForm(fields, { form, saved })
  const rail = page.getByRole('navigation', { name: m.entry_sections() })
  const item = (name: string) => rail.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.element(item('One')).toHaveAttribute('aria-current', 'step')
  await item('Four').click()
  await expect.element(item('Four')).toHaveAttribute('aria-current', 'step')
  await expect.element(page.getByRole('region', { name: 'Four' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('textbox', { name: /Cell/ }).first()).toHaveFocus()
  await page.getByRole('textbox', { name: 'Text Two' }).click()
  await expect.element(item('Two')).toHaveAttribute('aria-current', 'step')
  await item('Two').click()
  await item('Two').element().focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('region', { name: 'Three' })).toHaveFocus()
})

test('scrolling marks the section that is read, whatever scrolls the form', async () => {
  await browser.viewport(1200, 300)
  const { page } = await renderForm(fields, { form, saved })
  const rail = page.getByRole('navigation', { name: m.entry_sections() })
  const item = (name: string) => rail.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.element(item('One')).toHaveAttribute('aria-current', 'step')
  window.scrollTo(0, 10_000)
  await expect.element(item('Four')).toHaveAttribute('aria-current', 'step')
  window.scrollTo(0, 0)
  await expect.element(item('One')).toHaveAttribute('aria-current', 'step')
  const box = page.getByRole('main').element()
  box.setAttribute('style', 'height: 240px; overflow-y: auto')
  box.scrollTo(0, 10_000)
  await expect.element(item('Four')).toHaveAttribute('aria-current', 'step')
  box.scrollTo(0, 0)
  await expect.element(item('One')).toHaveAttribute('aria-current', 'step')
})

test('a resource says what its sections contain and what the whole adds up to', async () => {
  const { page } = await renderForm(fields, {
    form,
    saved,
    more: {
      facts: {
        section: (key, values) => (key === 'one' ? `${String(values.textOne).length} letters` : undefined),
        total: (values) => `Sum ${String(values.textTwo).length}`,
      },
    },
  })
  await expect.element(page.getByRole('button', { name: /^One/ }).getByText('1 letters')).toBeVisible()
  await expect.element(page.getByText('Sum 1')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text Two' }).fill('more')
  await expect.element(page.getByText('Sum 4')).toBeVisible()
})

test('a short form has no list of sections', async () => {
  const { page } = await renderForm(texts.slice(0, 2), { form })
  await expect.element(page.getByRole('textbox', { name: 'Text One' })).toBeVisible()
  expect(page.getByRole('navigation').elements()).toHaveLength(0)
})
