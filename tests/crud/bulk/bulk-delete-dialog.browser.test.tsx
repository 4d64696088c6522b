import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BulkResult } from '#src/crud/bulk/bulk-calls.ts'
import { BulkDeleteDialog } from '#src/crud/bulk/bulk-delete-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'

type Send = ComponentProps<typeof BulkDeleteDialog>['send']

const named = (...titles: string[]) => ({ list: titles.map((title) => ({ title, below: 0 })), more: 0 })
const base = { unchanged: 0, refused: [], refusedCount: 0, changeSetId: null }
const free: BulkResult = { ...base, matched: 2, changed: 2, going: { ...named('Art', 'Music'), more: 3 } }
const rows = [{ id: 7, name: 'Scheme 7' }]
const use = { id: 1, name: 'Physics', where: 'Schemes', resource: 'subject', menu: 'baseInfo/subject', count: 3 }
const stopped: BulkResult = {
  ...base,
  matched: 4,
  changed: 2,
  refused: [
    { id: 1, title: 'Physics', msg: 'used', uses: [{ ...use, names: ['Scheme 7'], rows }] },
    { id: 2, title: 'Chemistry', msg: 'It is built in' },
  ],
  refusedCount: 2,
  going: named('Art', 'Music'),
  others: [3, 4],
}

async function renderDialog(...answers: BulkResult[]) {
  const send = vi.fn<Send>()
  for (const data of answers) send.mockResolvedValueOnce({ data, msg: '' })
  const on = { onOnly: vi.fn(), onDone: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() }
  const holder = { super: false, nodes: new Set(['baseInfo/subject/index']) }
  await render(
    <PermissionProvider holder={holder}>
      <BulkDeleteDialog target={{ ids: [1, 2, 3, 4], versions: {} }} count={4} send={send} {...on} />
    </PermissionProvider>,
  )
  return { send, ...on }
}

const dialog = (name: string) => page.getByRole('dialog', { name })
const red = () => page.getByRole('button', { name: m.crud_delete(), exact: true })

test('what goes is named before the red button', async () => {
  const { send, onDone } = await renderDialog(free, { ...free, changeSetId: 9 })
  const going = page.getByRole('list', { name: m.bulk_deleted() })
  await expect.element(going.getByText('Music')).toBeVisible()
  await expect.element(going.getByText(m.bulk_andMore({ count: 3 }))).toBeVisible()
  await red().click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(send.mock.calls.map(([, preview]) => preview)).toEqual([true, false])
})

test('rows that are used stop it: each is named with links to where, and there is no red button', async () => {
  const { onOpen } = await renderDialog(stopped)
  await expect.element(dialog(m.bulk_cannotDelete({ count: 2, total: 4 }))).toBeVisible()
  const stays = page.getByRole('list', { name: m.bulk_refused() })
  await expect.element(stays.getByRole('heading', { name: 'Physics' })).toBeVisible()
  await expect.element(stays.getByText(m.crud_usedIn({ where: 'Schemes', count: 3 }))).toBeVisible()
  await expect.element(stays.getByText('It is built in')).toBeVisible()
  expect(red().elements()).toHaveLength(0)
  await stays.getByRole('link', { name: 'Scheme 7' }).click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/admin\/baseInfo\/subject\?filter=/))
})

test('one press goes on with the others: they alone stay selected, and they are named again', async () => {
  const { send, onOnly } = await renderDialog(stopped, { ...free, going: named('Art', 'Music') })
  await page.getByRole('button', { name: m.bulk_goOnWith({ count: 2 }) }).click()
  await expect.element(dialog(m.bulk_deleteTitle({ count: 2 }))).toBeVisible()
  await expect.element(red()).toBeVisible()
  expect(onOnly).toHaveBeenCalledExactlyOnceWith([3, 4])
  expect(send.mock.calls[1]?.slice(0, 2)).toEqual([{ ids: [3, 4], versions: {} }, true])
  await expect.element(page.getByRole('button', { name: m.ui_cancel() })).toHaveFocus()
})

test('when no row can go, the dialog only tells why', async () => {
  await renderDialog({ ...stopped, matched: 2, changed: 0, going: named(), others: [] })
  await expect.element(dialog(m.bulk_cannotDelete({ count: 2, total: 2 }))).toBeVisible()
  expect(page.getByText(m.bulk_goOnWith({ count: 0 })).elements()).toHaveLength(0)
  expect(red().elements()).toHaveLength(0)
})
