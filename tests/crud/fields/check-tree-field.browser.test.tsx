import { expect, test } from 'vitest'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldOf } from '#src/resource/description.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const field: FieldOf<'relation'> = {
  name: 'places',
  type: 'relation',
  resource: 'organization',
  label: label('Places'),
  multiple: true,
  tree: true,
  look: 'checkboxes',
  checked: 'branches',
}

const source = (tooMany = false): ChoiceSource => ({
  key: ['places'],
  load: async () => ({ list: [], more: false }),
  names: async () => [],
  whole: async () => ({
    nodes: [
      { id: 1, parent: null, label: 'Province' },
      { id: 2, parent: 1, label: 'City', hint: '4401' },
      { id: 3, parent: 1, label: 'County' },
    ],
    tooMany,
  }),
})

test('a field with checkboxes stores the highest checked rows', async () => {
  const { page, save, sent } = await renderForm([field], { choices: { places: source() } })
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await page.getByRole('treeitem', { name: 'City' }).click()
  await expect.element(page.getByRole('treeitem', { name: 'Province' })).toHaveAttribute('aria-checked', 'mixed')
  await page.getByRole('treeitem', { name: 'County' }).click()
  await expect.element(page.getByRole('treeitem', { name: 'Province' })).toHaveAttribute('aria-checked', 'true')
  await save()
  expect(await sent()).toEqual({ places: [1] })
})

test('what is stored is checked, with all below it', async () => {
  const { page } = await renderForm([field], { choices: { places: source() }, saved: { places: [1] } })
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await expect.element(page.getByRole('treeitem', { name: 'County' })).toHaveAttribute('aria-checked', 'true')
})

test('a tree that is too large says so and keeps the value', async () => {
  const { page } = await renderForm([field], { choices: { places: source(true) }, saved: { places: [1] } })
  await expect.element(page.getByText(m.checkTree_tooMany())).toBeVisible()
})
