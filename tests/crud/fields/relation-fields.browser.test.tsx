import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ChoicePageQuery, ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const all = Array.from({ length: 25 }, (_, at) => ({ value: at + 1, label: `Choice ${at + 1}` }))

/** Choices in pages of ten, as the contract delivers them. */
function choices(key: string, asked: ChoicePageQuery[] = []): ChoiceSource {
  return {
    key: [key],
    load: async (query) => {
      asked.push(query)
      const found = all.filter((one) => one.label.toLowerCase().includes(query.quickSearch.toLowerCase()))
      const from = (query.page - 1) * 10
      return { list: found.slice(from, from + 10), more: found.length > from + 10 }
    },
    names: async (values) => all.filter((one) => values.map(String).includes(String(one.value))),
  }
}

test('choices are asked for when somebody looks, and go on as one scrolls', async () => {
  const asked: ChoicePageQuery[] = []
  const { page, save, sent } = await renderForm(
    [{ name: 'one', type: 'relation', resource: 'x', label: label('One') }],
    {
      choices: { one: choices('one', asked) },
    },
  )
  const box = page.getByRole('combobox', { name: 'One' })
  await expect.element(box).toBeVisible()
  expect(asked).toEqual([])
  await box.click()
  await expect.element(page.getByRole('option', { name: 'Choice 10' })).toBeInTheDocument()
  await expect
    .poll(() => {
      page.getByRole('option').elements().at(-1)?.scrollIntoView()
      return page.getByRole('option').elements()
    })
    .toHaveLength(25)
  expect(asked.map((one) => one.page)).toEqual([1, 2, 3])
  await page.getByRole('option', { name: 'Choice 25' }).click()
  await expect.element(box).toHaveValue('Choice 25')
  await save()
  expect(await sent()).toEqual({ one: 25 })
})

test('typing searches once it rests, not at every sign', async () => {
  const asked: ChoicePageQuery[] = []
  const { page } = await renderForm([{ name: 'one', type: 'relation', resource: 'x', label: label('One') }], {
    choices: { one: choices('one', asked) },
  })
  await page.getByRole('combobox', { name: 'One' }).click()
  await userEvent.keyboard('choice 2')
  await expect.element(page.getByRole('option', { name: 'Choice 21' })).toBeVisible()
  expect(asked.map((one) => one.quickSearch)).toEqual(['', 'choice 2'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'One' })).toHaveValue('Choice 20')
})

test('a preset value is named, whether its row brought the name or not, and stays when the list does not have it', async () => {
  const { page, save, sent } = await renderForm(
    [
      { name: 'named', type: 'relation', resource: 'x', label: label('Named') },
      { name: 'unnamed', type: 'relation', resource: 'x', label: label('Unnamed') },
      { name: 'note', type: 'text', label: label('Note') },
    ],
    {
      saved: { named: 99, unnamed: 24, note: '' },
      labels: { named: { 99: 'Gone from the list' } },
      choices: { named: choices('named'), unnamed: choices('unnamed') },
    },
  )
  await expect.element(page.getByRole('combobox', { name: 'Named', exact: true })).toHaveValue('Gone from the list')
  await expect.element(page.getByRole('combobox', { name: 'Unnamed' })).toHaveValue('Choice 24')
  await page.getByRole('combobox', { name: 'Named', exact: true }).click()
  await expect.element(page.getByRole('option', { name: 'Choice 1', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('Note').fill('x')
  await save()
  expect(await sent()).toEqual({ note: 'x' })
})

test('two controls of one relation share what they ask for, and neither stops the other', async () => {
  const asked: ChoicePageQuery[] = []
  const source = choices('shared', asked)
  const { page } = await renderForm(
    [
      { name: 'a', type: 'relation', resource: 'x', label: label('A') },
      { name: 'b', type: 'relation', resource: 'x', label: label('B') },
    ],
    { choices: { a: source, b: source } },
  )
  for (const name of ['A', 'B']) {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: 'Choice 3' }).click()
    await expect.element(page.getByRole('combobox', { name, exact: true })).toHaveValue('Choice 3')
  }
  expect(asked.filter((one) => one.page === 1)).toHaveLength(1)
})

test('several are tags, found by searching one after another', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'some', type: 'relation', resource: 'x', multiple: true, label: label('Some'), required: true }],
    { choices: { some: choices('some') } },
  )
  await save()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Some' })
  for (const text of ['Choice 25', 'Choice 14']) {
    await box.fill(text)
    await page.getByRole('option', { name: text }).click()
  }
  await expect.element(page.getByRole('button', { name: m.ui_remove({ name: 'Choice 25' }) })).toBeVisible()
  await save()
  expect(await sent()).toEqual({ some: [25, 14] })
})

test('what could not be fetched is told at the field', async () => {
  const failing: ChoiceSource = {
    key: ['failing'],
    names: async () => [],
    load: async () => {
      throw new TypeError('Failed to fetch')
    },
  }
  const { page } = await renderForm([{ name: 'one', type: 'relation', resource: 'x', label: label('One') }], {
    choices: { one: failing },
  })
  await page.getByRole('combobox', { name: 'One' }).click()
  await expect.element(page.getByText(m.failure_safe({ reason: m.error_network() }))).toBeVisible()
})

const tree: Record<string, { value: number; label: string; children?: boolean }[]> = {
  '': [
    { value: 1, label: 'Bureau', children: true },
    { value: 2, label: 'Other bureau' },
  ],
  1: [
    { value: 3, label: 'East', children: true },
    { value: 4, label: 'West' },
  ],
  3: [{ value: 5, label: 'School' }],
}
const treeChoices: ChoiceSource = {
  key: ['tree'],
  load: async ({ quickSearch, parent }) => ({
    list:
      parent === undefined
        ? Object.values(tree)
            .flat()
            .filter((one) => one.label.toLowerCase().includes(quickSearch.toLowerCase()))
        : (tree[parent] ?? []),
    more: false,
  }),
  names: async () => [],
}

test('a tree is opened level by level by keyboard', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'place', type: 'relation', resource: 'x', tree: true, label: label('Place'), required: true }],
    { choices: { place: treeChoices } },
  )
  const button = page.getByRole('button', { name: /^Place/ })
  // The field that takes the focus loads on its own, so wait until it is visible.
  await expect.element(button).toBeVisible()
  await save()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('treeitem', { name: 'Bureau', exact: true })).toBeVisible()
  // What opens is visible a frame before it takes the keys.
  await expect.element(button).not.toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(page.getByRole('treeitem', { name: 'East' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(page.getByRole('treeitem', { name: 'School' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('treeitem', { name: 'School' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(page.getByRole('treeitem', { name: 'East' })).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Place East' })).toHaveFocus()
  await save()
  expect(await sent()).toEqual({ place: 3 })
})

test('several of a tree, by searching', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'places', type: 'relation', resource: 'x', tree: true, multiple: true, label: label('Places') }],
    { choices: { places: treeChoices } },
  )
  await page.getByRole('button', { name: /^Places/ }).click()
  await page.getByRole('textbox', { name: m.crud_search() }).fill('we')
  await page.getByRole('treeitem', { name: 'West' }).click()
  await page.getByRole('textbox', { name: m.crud_search() }).fill('school')
  await page.getByRole('treeitem', { name: 'School' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: m.ui_remove({ name: 'West' }) }).click()
  await save()
  expect(await sent()).toEqual({ places: [5] })
})
