import { Check } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import type { BulkAction, BulkDialogProps } from '#src/crud/bulk/bulk-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { bookings } from '../../support/memory-resource.ts'

type Running = Extract<BulkAction, { run: unknown }>

function action(more: Partial<Running> = {}) {
  const run = vi.fn<Running['run']>(async () => ({ msg: 'Checked', data: { changeSetId: 7, changed: 2 } }))
  const check: Running = {
    key: 'check',
    node: 'baseInfo/subject/edit',
    label: () => 'Check off',
    icon: <Check aria-hidden size={14} />,
    run,
    ...more,
  }
  return { run, bulkActions: [check] as const }
}

const choose = (page: Awaited<ReturnType<typeof renderList>>['page'], name: string) =>
  page.getByRole('checkbox', { name: m.list_select({ name }) }).click()

test('an action of its own runs once on the chosen rows, and its change can be undone', async () => {
  await browser.viewport(1200, 800)
  const { run, bulkActions } = action()
  const answered = Promise.withResolvers<Awaited<ReturnType<Running['run']>>>()
  run.mockReturnValueOnce(answered.promise)
  const { page, asked } = await renderList({ page: { bulkActions } })
  await choose(page, 'Booking 1')
  await choose(page, 'Booking 2')
  const before = asked.length
  await page.getByRole('button', { name: 'Check off' }).dblClick()
  answered.resolve({ msg: 'Checked', data: { changeSetId: 7 } })
  await expect.element(page.getByText('Checked')).toBeVisible()
  expect(run).toHaveBeenCalledExactlyOnceWith({ ids: [1, 2], versions: { 1: 1, 2: 1 } }, expect.any(String))
  await expect.element(page.getByRole('button', { name: m.undo_action() })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'Check off' }).elements()).toHaveLength(0)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})

test('an action gets the query when all found rows are chosen', async () => {
  await browser.viewport(1200, 800)
  const { run, bulkActions } = action()
  const { page } = await renderList({ rows: bookings(30), page: { bulkActions } })
  await page.getByRole('checkbox', { name: m.list_selectPage() }).click()
  await page.getByRole('button', { name: m.bulk_selectAll({ count: '30' }) }).click()
  await page.getByRole('button', { name: 'Check off' }).click()
  await expect.poll(() => run).toHaveBeenCalledOnce()
  expect(run.mock.lastCall?.[0]).toEqual({ query: { quickSearch: '', filter: undefined }, count: 30 })
})

test('an action with a question asks first, and says there why it failed; a repeat is the same write', async () => {
  await browser.viewport(1200, 800)
  const { run, bulkActions } = action({ question: ({ count }) => `Check off ${count}?`, danger: true })
  run.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  run.mockRejectedValueOnce(new BackendError(422, 'One is closed'))
  const { page } = await renderList({ page: { bulkActions } })
  await choose(page, 'Booking 1')
  await page.getByRole('button', { name: 'Check off' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Check off 1?' })
  const confirm = dialog.getByRole('button', { name: 'Check off' })
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('One is closed')
  await confirm.click()
  await expect.element(page.getByText('Checked')).toBeVisible()
  const keys = run.mock.calls.map(([, key]) => key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('an action shows only with its node', async () => {
  const { bulkActions } = action()
  const { page } = await renderList({ nodes: ['baseInfo/subject/index'], page: { bulkActions } })
  await choose(page, 'Booking 1')
  await expect.element(page.getByText(m.bulk_selected({ count: '1' }))).toBeVisible()
  expect(page.getByRole('button', { name: 'Check off' }).elements()).toHaveLength(0)
})

test('an action with a dialog gives it the rows that were chosen, which are no longer chosen once it has changed them', async () => {
  await browser.viewport(1200, 800)
  const { bulkActions } = action()
  const dialog = vi.fn(({ count, onChanged, onClose }: BulkDialogProps) => (
    <div role="dialog" aria-label={`Ask about ${count}`}>
      <button type="button" onClick={onChanged}>
        Change
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ))
  const [{ run: _, ...look }] = bulkActions
  const { page, asked } = await renderList({ page: { bulkActions: [{ ...look, dialog }] } })
  await choose(page, 'Booking 1')
  await choose(page, 'Booking 2')
  const before = asked.length
  await page.getByRole('button', { name: 'Check off' }).click()
  const opened = page.getByRole('dialog', { name: 'Ask about 2' })
  await opened.getByRole('button', { name: 'Close' }).click()
  expect(opened.elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Check off' }).click()
  expect(dialog.mock.lastCall?.[0].target).toEqual({ ids: [1, 2], versions: { 1: 1, 2: 1 } })
  await opened.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Check off' }).elements()).toHaveLength(0)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})
