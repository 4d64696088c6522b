import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'

test('a value above the list filters at once and is in the address; meanwhile the list is not that of all records', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList()
  const chip = page.getByRole('button', { name: m.filter_quick({ field: 'Kind', value: 'Paid out' }) })
  const views = page.getByRole('button', { name: m.view_open() })
  const all = page.getByRole('button', { name: m.view_none() })
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('row', { name: /Booking 1/ })).toBeVisible()

  await chip.click()
  await expect.poll(() => at.search.filter).toEqual({ field: 'kind', operator: 'eq', val: 'out' })
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('row', { name: /Booking 1/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /Booking 2/ })).toBeVisible()
  await views.click()
  await expect.element(all).toBeVisible()
  await expect.element(all).not.toHaveAttribute('aria-current')
  await views.click()

  await chip.click()
  await expect.poll(() => at.search.filter).toBeUndefined()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('row', { name: /Booking 1/ })).toBeVisible()
  await views.click()
  await expect.element(all).toHaveAttribute('aria-current', 'true')
})
