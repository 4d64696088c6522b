import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const names = ['One', 'Two', 'Three', 'Four']
const form = { sections: names.map((name) => ({ key: name, title: label(name) })) }
const text = (name: string): Field => ({
  name,
  type: 'text',
  label: label(`Text ${name}`),
  required: true,
  section: name,
})
const rows: Field = {
  name: 'rows',
  type: 'rows',
  label: label('Rows'),
  help: label('What rows are'),
  maxItems: 50,
  section: 'Two',
  fields: [{ name: 'cell', type: 'text', label: label('Cell'), required: true }],
}
const fields = [text('One'), rows, text('Three'), text('Four')]
const saved = { One: 'a', rows: Array.from({ length: 30 }, (_, at) => ({ cell: `${at}` })), Three: 'c', Four: 'd' }
const rowsNow = () => document.querySelectorAll('form tbody tr').length

/** Opens the form for the second time. As in a list, the code of the fields is there then. */
async function openAgain(page: RenderResult) {
  const open = page.getByRole('button', { name: 'Open' })
  await open.click()
  await expect.element(page.getByRole('textbox', { name: 'Text Four' })).toBeInTheDocument()
  await expect.poll(rowsNow).toBe(30)
  await page.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(open).toBeVisible()
  return open
}

/** Runs once, as soon as the first rows of the form are in the document, before the browser paints. */
function atBegin<T>(look: () => T): Promise<T> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (rowsNow() === 0) return
      watch.disconnect()
      resolve(look())
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
}

test('a long form begins with what is in sight, without anything that would move, and is soon whole', async () => {
  await browser.viewport(1200, 800)
  const { page, save } = await renderForm(fields, { form, saved, closed: true })
  const open = await openAgain(page)
  const begin = atBegin(() => [rowsNow(), document.querySelector('form')?.textContent])
  await open.click()
  const [count, begun] = await begin
  expect(count).toBe(12)
  expect(begun).not.toContain(m.field_addRow())
  expect(begun).not.toContain('What rows are')
  expect(begun).not.toContain('Text Three')
  await expect.element(page.getByRole('textbox', { name: 'Text Four' })).toBeInTheDocument()
  expect(rowsNow()).toBe(30)
  await expect.element(page.getByText('What rows are')).toBeInTheDocument()
  await page.getByRole('textbox', { name: m.field_itemOf({ field: 'Cell', number: 30 }) }).fill('')
  await save()
  await expect.element(page.getByRole('textbox', { name: m.field_itemOf({ field: 'Cell', number: 30 }) })).toHaveFocus()
})

test('a jump to a section comes there, also before the form is whole', async () => {
  await browser.viewport(1200, 500)
  const { page } = await renderForm(fields, { form, saved, closed: true })
  const open = await openAgain(page)
  const begin = atBegin(() => {
    const before = document.querySelectorAll('[data-section]').length
    const last = [...document.querySelectorAll<HTMLElement>('nav button')].at(-1)
    last?.click()
    return [before, document.activeElement?.getAttribute('data-section')]
  })
  await open.click()
  expect(await begin).toEqual([2, 'Four'])
  await expect.element(page.getByRole('region', { name: 'Four' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('textbox', { name: 'Text Four' })).toHaveFocus()
})
