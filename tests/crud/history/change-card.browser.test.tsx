import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ChangeCard } from '#src/crud/history/change-card.tsx'
import type { Change } from '#src/crud/history/history.ts'
import { ManyQuestion } from '#src/crud/history/many-question.tsx'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'

const change: Change = {
  id: 1,
  changeSetId: 2,
  kind: 'import',
  operation: 'update',
  time: '2026-01-01T00:00:00Z',
  actor: { id: 1, name: 'admin' },
  fields: [{ field: 'pid', label: 'Parent', before: null, after: 7, hidden: ['before'] }],
  undoes: null,
  undoneBy: null,
  count: 1,
  undoable: true,
}
const show = ({ labels, ...more }: Partial<Change> & { labels?: Labels } = {}) =>
  render(
    <ChangeCard
      change={{ ...change, ...more }}
      fields={organizationDescription.fields}
      labels={labels ?? { pid: { 7: 'District 1' } }}
      newest
      busy={false}
      waiting={false}
      onUndo={vi.fn()}
    />,
  )

test('the undo of a change names the number of its rows, and is not offered where it is always refused', async () => {
  const one = await show()
  await expect.element(one.getByRole('button', { name: m.undo_action(), exact: true })).toBeVisible()
  await one.unmount()
  const many = await show({ count: 12000 })
  await expect.element(many.getByRole('button', { name: m.history_undoAll({ count: '12,000' }) })).toBeVisible()
  await many.unmount()
  for (const never of [{ undoable: false }, { undoneBy: 9 }]) {
    const page = await show(never)
    expect(page.getByRole('button').elements()).toHaveLength(0)
    await page.unmount()
  }
})

test('a list shows what has left it and what has come, and how many items stay', async () => {
  const levels = (before: number[], after: number[]) => ({
    fields: [{ field: 'levelIds', label: 'Levels', before, after, hidden: [] }],
    labels: { levelIds: { 1: 'Nursery', 2: 'Primary', 3: 'Middle', 4: 'High' } },
  })
  const sides = (page: Awaited<ReturnType<typeof show>>) =>
    (['deletion', 'insertion'] as const).map((role) => page.getByRole(role).element().textContent)
  const page = await show(levels([1, 2, 3], [2, 3, 4]))
  expect(sides(page)).toEqual(['Nursery', 'High'])
  await expect.element(page.getByText(m.history_listSame({ count: '2' }))).toBeVisible()
  await page.unmount()
  const more = await show(levels([1], [1, 2]))
  expect(more.container.querySelector('del')).toBeNull()
  await more.unmount()
  const other = await show(levels([], [1, 2]))
  expect(sides(other)).toEqual([m.crud_none(), `Nursery${m.crud_listSeparator()}Primary`])
})

test('a reference out of scope is said to be one, not left empty', async () => {
  const page = await show()
  await expect.element(page.getByRole('deletion')).toHaveTextContent(m.history_hidden())
  await expect.element(page.getByRole('insertion')).toHaveTextContent('District 1')
})

test('before many rows go back, their number is asked about; the focus is on the way out', async () => {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const page = await render(<ManyQuestion count={12000} text="All of them" onConfirm={onConfirm} onCancel={onCancel} />)
  const count = '12,000'
  await expect.element(page.getByRole('alertdialog', { name: m.undo_askTitle({ count }) })).toBeVisible()
  await expect.element(page.getByText('All of them')).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.ui_cancel() })).toHaveFocus()
  await page.getByRole('button', { name: m.ui_cancel() }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  await page.getByRole('button', { name: m.undo_confirm({ count }) }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
})
