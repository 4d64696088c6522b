import { Check } from 'lucide-react'
import { expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page as browser } from 'vitest/browser'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelAfterWord } from '#src/resource/label.ts'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription } from '../../support/memory-resource.ts'

const add = () => m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) })
const box = (locator: Locator) => locator.element().getBoundingClientRect()
const middle = (locator: Locator) => box(locator).top + box(locator).height / 2

const long = () => <span>A header of a screen that says a lot about what the list below it is for</span>
const aside = () => <p>aside</p>

test.each([
  [1440, 'search', { header: long }],
  [1280, 'search', { header: long }],
  [1280, 'heading', { header: long, aside }],
  [1000, 'heading', {}],
  [390, 'search', {}],
] as const)('at %i pixels, the button that adds is beside the %s', async (width, beside, slots) => {
  await browser.viewport(width, 800)
  const { page } = await renderList({ page: slots })
  const button = page.getByRole('button', { name: add() })
  await expect.element(button).toBeVisible()
  const other =
    beside === 'search' ? page.getByRole('textbox', { name: m.crud_search() }) : page.getByRole('heading', { level: 1 })
  expect(Math.abs(middle(button) - middle(other))).toBeLessThan(16)
})

test('the bar of the chosen rows has all its buttons inside', async () => {
  const bulkActions = ['One', 'Two', 'Three', 'Four', 'Five'].map(
    (name): BulkAction => ({
      key: name,
      node: 'baseInfo/subject/edit',
      label: () => `${name} more action`,
      icon: <Check aria-hidden size={14} />,
      run: async () => ({ msg: '' }),
    }),
  )
  await browser.viewport(1000, 800)
  const { page } = await renderList({ page: { bulkActions, header: long } })
  await page.getByRole('checkbox', { name: m.list_select({ name: 'Booking 1' }) }).click()
  const clear = page.getByRole('button', { name: m.bulk_clear() })
  await expect.element(clear).toBeVisible()
  const bar = clear.element().parentElement?.getBoundingClientRect()
  for (const button of [clear, page.getByRole('button', { name: 'Five more action' })]) {
    expect(box(button).bottom).toBeLessThanOrEqual(bar?.bottom ?? 0)
    expect(box(button).right).toBeLessThanOrEqual(bar?.right ?? 0)
  }
  expect(box(clear).right).toBeGreaterThan(box(page.getByRole('button', { name: 'Five more action' })).right)
})

test('the hint of the search is one phrase, and a list without searched fields has no search', async () => {
  await browser.viewport(1280, 800)
  const { page } = await renderList({ page: { description: { ...bookingDescription, quickSearch: ['name', 'note'] } } })
  const search = page.getByRole('textbox', { name: m.crud_search() })
  await expect.element(search).toHaveAttribute('placeholder', 'Name 或 Note')
  const { page: other } = await renderList({ page: { description: { ...bookingDescription, quickSearch: [] } } })
  await expect.element(other.getByRole('button', { name: add() }).last()).toBeVisible()
  expect(other.container.querySelector('search')).toBeNull()
})
