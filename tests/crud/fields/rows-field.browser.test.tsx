import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const subjects: ChoiceSource = {
  key: ['subjects'],
  load: async () => ({
    list: [
      { value: 7, label: 'Physics' },
      { value: 8, label: 'History' },
    ],
    more: false,
  }),
  names: async () => [],
}
const table: Field = {
  name: 'parts',
  type: 'rows',
  label: label('Parts'),
  maxItems: 3,
  required: true,
  fields: [
    { name: 'title', type: 'text', label: label('Title'), required: true },
    { name: 'subject', type: 'relation', resource: 'x', label: label('Subject') },
    { name: 'mark', type: 'integer', label: label('Mark'), default: 100, max: 150 },
    { name: 'kind', type: 'select', label: label('Kind'), options: [{ value: 'a', label: label('Kind A') }] },
    { name: 'counts', type: 'switch', label: label('Counts') },
  ],
}
const cell = (field: string, number: number) => m.field_itemOf({ field, number })
const row = { title: 'One', subject: 8, mark: 90, kind: null, counts: 0 }

test('a row is added with its defaults and filled in cell by cell', async () => {
  const { page, save, sent } = await renderForm([table], { choices: { 'parts.subject': subjects } })
  await page.getByRole('button', { name: m.field_addRow() }).click()
  await expect.element(page.getByLabelText(cell('Title', 1))).toHaveFocus()
  await userEvent.keyboard('First')
  await page.getByRole('combobox', { name: cell('Subject', 1) }).click()
  await page.getByRole('option', { name: 'Physics' }).click()
  await expect.element(page.getByLabelText(cell('Mark', 1))).toHaveValue('100')
  await page.getByLabelText(cell('Kind', 1)).selectOptions('Kind A')
  await page.getByRole('checkbox', { name: cell('Counts', 1) }).click()
  await save()
  expect(await sent()).toEqual({ parts: [{ title: 'First', subject: 7, mark: 100, kind: 'a', counts: 0 }] })
})

test('what is wrong is told in its cell, and the focus goes there', async () => {
  const { page, save, send } = await renderForm([table], {
    saved: { parts: [row, { ...row, title: 'Two' }] },
    labels: { 'parts.subject': { 8: 'History' } },
  })
  await expect.element(page.getByRole('combobox', { name: cell('Subject', 2) })).toHaveValue('History')
  await page.getByLabelText(cell('Mark', 2)).fill('151')
  await save()
  await expect.element(page.getByText(m.rule_max({ max: 150 }))).toBeVisible()
  await expect.element(page.getByLabelText(cell('Mark', 2))).toHaveFocus()
  await expect.element(page.getByLabelText(cell('Mark', 2))).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText(cell('Mark', 1))).not.toHaveAttribute('aria-invalid')
  expect(send).not.toHaveBeenCalled()
})

test('a cell is told to be wrong once it was left, or somebody tries to save', async () => {
  const { page, save } = await renderForm([table], { choices: { 'parts.subject': subjects } })
  const add = page.getByRole('button', { name: m.field_addRow() })
  await add.click()
  await expect.element(page.getByLabelText(cell('Title', 1))).toHaveFocus()
  expect(page.getByText(m.rule_required()).elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await page.getByLabelText(cell('Title', 1)).fill('One')
  expect(page.getByText(m.rule_required()).elements()).toHaveLength(0)
  await add.click()
  await save()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByLabelText(cell('Title', 2))).toHaveFocus()
})

// Known fault: the choices of a cell do not open a second time here.
test('in a cell of several the focus goes to where one types, not to what takes one away', async () => {
  const several: Field = {
    name: 'parts',
    type: 'rows',
    label: label('Parts'),
    maxItems: 3,
    fields: [{ name: 'subjects', type: 'relation', resource: 'x', label: label('Subjects'), multiple: true }],
  }
  const { page, save } = await renderForm([several, { name: 'name', type: 'text', label: label('Name') }], {
    saved: { parts: [{ subjects: [7, 8] }], name: 'A' },
    labels: { 'parts.subjects': { 7: 'Physics', 8: 'History' } },
    send: async () => {
      throw new BackendError(422, 'no', { errors: { 'parts.0.subjects': ['Not these'] } })
    },
    choices: { 'parts.subjects': subjects },
  })
  await page.getByLabelText('Name').fill('B')
  await save()
  await expect.element(page.getByText('Not these')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: cell('Subjects', 1) })).toHaveFocus()
})

test('what the server refuses stands in its cell until that value changes', async () => {
  const { page, save } = await renderForm([table], {
    saved: { parts: [row, { ...row, title: 'Two' }] },
    send: async () => {
      throw new BackendError(422, 'no', { errors: { 'parts.1.subject': ['Not this subject'] } })
    },
    choices: { 'parts.subject': subjects },
  })
  await page.getByLabelText(cell('Title', 1)).fill('Changed')
  await save()
  await expect.element(page.getByText('Not this subject')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: cell('Subject', 2) })).toHaveFocus()
  await page.getByLabelText(cell('Title', 2)).fill('Also changed')
  await expect.element(page.getByText('Not this subject')).toBeVisible()
  await page.getByRole('combobox', { name: cell('Subject', 2) }).click()
  await page.getByRole('option', { name: 'Physics' }).click()
  expect(page.getByText('Not this subject').elements()).toHaveLength(0)
})

test('rows are moved and removed, and keep what is typed in them', async () => {
  const { page, save, sent } = await renderForm([table], {
    saved: { parts: ['A', 'B', 'C'].map((title) => ({ ...row, title, subject: null })) },
  })
  await expect.element(page.getByRole('button', { name: m.field_addRow() })).toBeDisabled()
  await page.getByRole('button', { name: m.field_rowDown({ number: 1 }) }).click()
  await page.getByRole('button', { name: m.field_rowUp({ number: 3 }) }).click()
  await page.getByRole('button', { name: m.field_rowRemove({ number: 1 }) }).click()
  await expect.element(page.getByLabelText(cell('Title', 1))).toHaveValue('C')
  await save()
  const sentRows = (await sent())?.parts
  expect(sentRows).toEqual(['C', 'A'].map((title) => ({ ...row, title, subject: null })))
})

test('on a small screen the cells stand below one another, with their names', async () => {
  await browser.viewport(360, 700)
  const { page } = await renderForm([table], {
    saved: { parts: [row] },
    labels: { 'parts.subject': { 8: 'History' } },
  })
  const title = page.getByLabelText(cell('Title', 1)).element().getBoundingClientRect()
  const mark = page.getByLabelText(cell('Mark', 1)).element().getBoundingClientRect()
  expect(mark.top).toBeGreaterThan(title.bottom)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await browser.viewport(1280, 800)
})

test('a table with a name, a choice, a number and a color needs no scrolling in a form of middle width', async () => {
  await browser.viewport(800, 900)
  const bands: Field = {
    name: 'bands',
    type: 'rows',
    label: label('Bands'),
    maxItems: 3,
    fields: [
      { name: 'name', type: 'text', label: label('Band'), required: true },
      { name: 'side', type: 'select', label: label('Direction'), options: [{ value: 'a', label: label('Below') }] },
      { name: 'percent', type: 'integer', label: label('Of the full mark (%)'), max: 100 },
      { name: 'color', type: 'color', label: label('Color') },
    ],
  }
  const { page } = await renderForm([bands], {})
  await page.getByRole('button', { name: m.field_addRow() }).click()
  const box = page.getByRole('table').element().parentElement
  expect(box?.scrollWidth).toBeLessThanOrEqual(box?.clientWidth ?? 0)
  await browser.viewport(1280, 800)
})
