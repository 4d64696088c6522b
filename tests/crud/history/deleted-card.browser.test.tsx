import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { DeletedEntry } from '#src/crud/history/deleted.ts'
import { DeletedCard } from '#src/crud/history/deleted-card.tsx'
import { subjectDescription } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'

const name = 'Physics'
const row: DeletedEntry = {
  id: 3,
  title: name,
  changeId: 12,
  changeSetId: 5,
  kind: 'save',
  time: '2026-01-01T00:00:00Z',
  actor: { id: 1, name: 'officer' },
  count: 1,
  comesBack: 'alone',
  fields: [
    { field: 'name', label: 'Name', value: name },
    { field: 'levelIds', label: 'Levels', value: [2] },
    { field: 'color', label: 'Colour', value: '' },
  ],
}
const show = (change: Partial<DeletedEntry> = {}, more: { busy?: boolean; waiting?: boolean } = {}) => {
  const onRestore = vi.fn()
  const onRestoreAll = vi.fn()
  const deleted = { ...row, ...change }
  const page = render(
    <DeletedCard
      deleted={deleted}
      fields={subjectDescription.fields}
      labels={{ levelIds: { 2: 'Primary' } }}
      busy={more.busy ?? false}
      waiting={more.waiting ?? false}
      onRestore={onRestore}
      onRestoreAll={deleted.count > 1 ? onRestoreAll : undefined}
    />,
  )
  return { page, onRestore, onRestoreAll }
}

test('a deleted row says who deleted it and when, and shows its content on demand', async () => {
  const { page: shown } = show()
  const page = await shown
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  await expect.element(page.getByText(m.deleted_by({ name: 'officer' }))).toBeVisible()
  await expect.element(page.getByText('2026-01-01 08:00:00')).toBeVisible()
  const content = page.getByRole('button', { name: m.deleted_detailsOf({ name }) })
  await expect.element(content).toHaveAttribute('aria-expanded', 'false')
  await content.click()
  await expect.element(page.getByText('Primary')).toBeVisible()
  await expect.element(page.getByText(m.crud_none())).toBeVisible()
})

test('one row comes back alone, or with all that were deleted in the same action', async () => {
  const one = show()
  const page = await one.page
  await page.getByRole('button', { name: m.deleted_restoreOf({ name }) }).click()
  expect(one.onRestore).toHaveBeenCalledOnce()
  expect(page.getByRole('button').elements()).toHaveLength(2)
  await page.unmount()
  const many = show({ kind: 'bulk', count: 1200 })
  const other = await many.page
  await expect.element(other.getByText(m.deleted_afterBulk())).toBeVisible()
  await other.getByRole('button', { name: m.deleted_restoreAllOf({ name, count: '1,200' }) }).click()
  expect(many.onRestoreAll).toHaveBeenCalledOnce()
  expect(many.onRestore).not.toHaveBeenCalled()
})

test('while a row comes back, no second one does', async () => {
  const { page: shown, onRestore } = show({}, { waiting: true })
  const page = await shown
  await page.getByRole('button', { name: m.deleted_restoreOf({ name }) }).click({ force: true })
  expect(onRestore).not.toHaveBeenCalled()
})

test('rows that an undo removed, and rows that nobody of the application deleted, say so', async () => {
  const { page: shown } = show({ kind: 'undo', actor: { id: null, name: '' } })
  const page = await shown
  await expect.element(page.getByText(m.deleted_afterUndo())).toBeVisible()
  await expect.element(page.getByText(m.deleted_bySystem())).toBeVisible()
})

test('a row that never comes back says so, and has no button for it', async () => {
  const page = await render(
    <DeletedCard
      deleted={{ ...row, comesBack: 'never' }}
      fields={subjectDescription.fields}
      labels={{}}
      busy={false}
      waiting={false}
    />,
  )
  await expect.element(page.getByText(m.deleted_never())).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(1)
})
