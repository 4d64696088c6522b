import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { noticeLog } from '#src/layout/notices/notice-log.ts'
import { NoticesButton } from '#src/layout/notices/notices-button.tsx'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { Toaster, toaster } from '#src/ui/toast.tsx'
import { toastStore } from '#src/ui/toast-store.ts'

// The whole application has one list of notices, and actions in it outlive the storage.
beforeEach(() => noticeLog.clear())
afterEach(() => vi.restoreAllMocks())

const OWNER = 7
const panel = page.getByRole('dialog', { name: m.notice_open() })
const lines = panel.getByRole('listitem')
const button = (unread = 0) =>
  page.getByRole('button', { name: unread > 0 ? m.notice_unread({ count: unread }) : m.notice_open(), exact: true })
const alert = page.getByRole('alert')

const show = (owner = OWNER) =>
  render(
    <div className="flex justify-end">
      <NoticesButton owner={owner} />
      <Toaster />
    </div>,
  )

/** What remains when the time of every message is over. */
const timeIsOver = () => {
  for (const { id } of toastStore.read()) toastStore.expire(id)
}

test('what one was told can be read again, the newest first, and errors not seen are counted', async () => {
  await show()
  await button().click()
  await expect.element(panel.getByText(m.notice_none())).toBeVisible()
  await button().click()
  await expect.element(panel).not.toBeInTheDocument()
  toaster.success('Lakeside was saved')
  toaster.error('The import failed')
  toaster.error('The export failed')
  timeIsOver()
  await expect.element(alert).not.toBeInTheDocument()
  await button(2).click()
  await expect
    .poll(() => lines.elements().map((line) => line.querySelector('p')?.textContent))
    .toEqual(['The export failed', 'The import failed', 'Lakeside was saved'])
  await expect.element(lines.first().getByText(m.list_justNow())).toBeVisible()
  // An error that comes while the list is open is seen.
  toaster.error('The line is lost')
  await expect.element(panel.getByText('The line is lost')).toBeVisible()
  await expect.element(button()).toBeVisible()
})

test('an error that the user has closed is seen', async () => {
  await show()
  toaster.error('The import failed')
  await expect.element(button(1)).toBeVisible()
  await alert.getByRole('button', { name: m.ui_close() }).click()
  await expect.element(button()).toBeVisible()
})

test('the same message again is one line, on top, with its count', async () => {
  await show()
  toaster.error('The import failed')
  toaster.success('Lakeside was saved')
  timeIsOver()
  toaster.error('The import failed')
  await button(1).click()
  await expect.element(lines.first().getByText('×2', { exact: false })).toBeVisible()
  expect(lines.elements()).toHaveLength(2)
})

test('hints and confirmations of a press are not kept', async () => {
  await show()
  toaster.hint('already there')
  toaster.confirm('copied')
  await expect.element(page.getByText('copied')).toBeVisible()
  await button().click()
  await expect.element(panel.getByText(m.notice_none())).toBeVisible()
})

test('what can still be done about it is possible here, once', async () => {
  const undo = vi.fn()
  const onlyNow = vi.fn()
  await show()
  toaster.success('3 rows deleted', { label: 'Undo', onClick: undo, later: true })
  toaster.info('The row is elsewhere', { label: 'Show', onClick: onlyNow })
  timeIsOver()
  await button().click()
  await expect.element(panel.getByText('The row is elsewhere')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Show' })).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect.element(panel.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await expect.element(panel.getByText('3 rows deleted')).toBeVisible()
  expect(undo).toHaveBeenCalledOnce()
})

test('the button of the message is the same as the one here', async () => {
  const undo = vi.fn()
  await show()
  toaster.success('3 rows deleted', { label: 'Undo', onClick: undo, later: true })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await button().click()
  await expect.element(panel.getByText('3 rows deleted')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(undo).toHaveBeenCalledOnce()
})

test('the question before many rows go back waits here for its answer', async () => {
  await show()
  offerUndo('3000 rows deleted', 1, () => {}, 3000)
  timeIsOver()
  await button().click()
  await panel.getByRole('button', { name: m.undo_action() }).click()
  timeIsOver()
  const rows = { count: '3,000' }
  await expect.element(lines.first().getByText(m.undo_askTitle(rows))).toBeVisible()
  await expect.element(lines.first().getByRole('button', { name: m.undo_confirm(rows) })).toBeVisible()
})

test('the number of a failure can be copied again', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const number = '0b9c1d52-70e1-4f5c-9c52-3f4a1f0f5d11'
  await show()
  toastFailure(Object.assign(new BackendError(500, m.error_500()), { requestId: number }))
  await alert.getByRole('button', { name: m.ui_close() }).click()
  await button().click()
  await expect.element(panel.getByText(m.failure_numbered({ number }), { exact: false })).toBeVisible()
  await panel.getByRole('button', { name: m.failure_copy() }).click()
  expect(copied).toHaveBeenCalledExactlyOnceWith(number)
})

test('thirty are kept, and all can be cleared', async () => {
  await show()
  for (let at = 1; at <= 31; at++) toaster.info(`message ${at}`)
  timeIsOver()
  await button().click()
  await expect.poll(() => lines.elements().length).toBe(30)
  await expect.element(panel.getByText('message 1', { exact: true })).not.toBeInTheDocument()
  await panel.getByRole('button', { name: m.notice_clear() }).click()
  await expect.element(panel.getByText(m.notice_none())).toBeVisible()
})

test('they outlive a reload, but another user does not see them', async () => {
  await show()
  toaster.error('The import failed')
  timeIsOver()
  await expect.element(button(1)).toBeVisible()
  const stored = sessionStorage.getItem(storageKeys.notices)
  expect(stored).toContain('The import failed')
  const other = await show(OWNER + 1)
  await expect.poll(() => sessionStorage.getItem(storageKeys.notices)).not.toContain('The import failed')
  await other.unmount()
})

test('what somebody else left in the storage is ignored', async () => {
  sessionStorage.setItem(storageKeys.notices, '{"version":1,"value":{"owner":7,"notices":[{"id":1}]}}')
  await show()
  toaster.error('The import failed')
  await button(1).click()
  await expect.poll(() => lines.elements().length).toBe(1)
})
