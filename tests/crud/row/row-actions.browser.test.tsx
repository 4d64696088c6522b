import { expect, test, vi } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { countRowButtons, type RowAction, RowActions } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

const action = (key: string, more: Partial<RowAction<object>> = {}): RowAction<object> => ({
  key,
  label: () => key,
  icon: <i />,
  run: () => undefined,
  ...more,
})
const name = 'Physics'
const row = {}

test('a row whose actions all have buttons has no menu with the same entries', async () => {
  const run = vi.fn()
  const actions = [action('view', { button: true, run })]
  const page = await render(<RowActions row={row} name={name} actions={actions} />)
  await page.getByRole('button', { name: 'view' }).click()
  expect(run).toHaveBeenCalledOnce()
  expect(page.getByRole('button').elements()).toHaveLength(1)
  expect(countRowButtons(actions)).toBe(1)
})

test('a menu is there for what has no button of its own, row by row', async () => {
  const actions = [action('view', { button: true }), action('open', { shown: (one) => one === row })]
  const page = await render(<RowActions row={row} name={name} actions={actions} />)
  await expect.element(page.getByRole('button', { name: m.crud_more({ name }) })).toBeVisible()
  await page.rerender(<RowActions row={{}} name={name} actions={actions} />)
  await expect.element(page.getByRole('button', { name: m.crud_more({ name }) })).not.toBeInTheDocument()
  expect(countRowButtons(actions)).toBe(2)
})

test.each([
  [1, ['view']],
  [2, [m.crud_more({ name })]],
])('on a small screen a row has room for one button, of %i', async (count, shown) => {
  await viewport.viewport(390, 800)
  const actions = ['view', 'open'].slice(0, count).map((key) => action(key, { button: true }))
  const page = await render(<RowActions row={row} name={name} actions={actions} />)
  const visible = page
    .getByRole('button')
    .elements()
    .filter((one) => one.checkVisibility())
  expect(visible.map((one) => one.getAttribute('aria-label'))).toEqual(shown)
})

test('on a wide screen two buttons need no menu', async () => {
  await viewport.viewport(1200, 800)
  const actions = ['view', 'open'].map((key) => action(key, { button: true }))
  const page = await render(<RowActions row={row} name={name} actions={actions} />)
  const visible = page
    .getByRole('button')
    .elements()
    .filter((one) => one.checkVisibility())
  expect(visible.map((one) => one.getAttribute('aria-label'))).toEqual(['view', 'open'])
})
