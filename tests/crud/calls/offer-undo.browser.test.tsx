import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { MANY_ROWS, offerUndo } from '#src/crud/calls/undo.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Toaster } from '#src/ui/toast.tsx'
import '#app/styles.css'

test('a write that changed nothing offers no undo', async () => {
  const page = await render(<Toaster />)
  offerUndo('Saved', null, vi.fn())
  await expect.element(page.getByText('Saved')).toBeVisible()
  expect(page.getByRole('button', { name: m.undo_action() }).elements()).toHaveLength(0)
})

test('before many rows go back, the message asks', async () => {
  const page = await render(<Toaster />)
  const onUndone = vi.fn()
  offerUndo('Changed', 5, onUndone, MANY_ROWS)
  await page.getByRole('button', { name: m.undo_action(), exact: true }).click()
  await expect.element(page.getByText(m.undo_askTitle({ count: '1,000' }))).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.undo_confirm({ count: '1,000' }) })).toBeVisible()
  expect(onUndone).not.toHaveBeenCalled()
})

test('a message of several lines keeps its lines', async () => {
  const page = await render(<Toaster />)
  offerUndo('one\ntwo', null, vi.fn())
  await expect.element(page.getByText(/one/)).toHaveStyle({ whiteSpace: 'pre-line' })
})
