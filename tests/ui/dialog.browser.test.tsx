import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Input } from '#src/ui/input.tsx'
import { expectListening } from '../support/listening.ts'

function Example({ mayClose = true }: { mayClose?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>open</Button>
      <Dialog open={open} onRequestClose={() => mayClose && setOpen(false)} title="Edit">
        <Input aria-label="name" />
      </Dialog>
    </>
  )
}

test('Esc closes a dialog and gives the focus back', async () => {
  const page = await render(<Example />)
  const opener = page.getByRole('button', { name: 'open' })
  await opener.click()
  await expectListening(page.getByRole('dialog', { name: 'Edit' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('the focus stays inside', async () => {
  const page = await render(<Example />)
  await page.getByRole('button', { name: 'open' }).click()
  await expectListening(page.getByRole('dialog'))
  const dialog = page.getByRole('dialog').element()
  for (let tab = 0; tab < 4; tab++) {
    await userEvent.keyboard('{Tab}')
    expect(dialog.contains(document.activeElement)).toBe(true)
  }
})

test('a dialog with unsaved changes stays when its owner says so, and keeps what was typed', async () => {
  const page = await render(<Example mayClose={false} />)
  await page.getByRole('button', { name: 'open' }).click()
  await expectListening(page.getByRole('dialog'))
  await page.getByLabelText('name').fill('typed')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('name')).toHaveValue('typed')
})

test('a confirmation starts on the harmless answer and shows why it failed', async () => {
  const confirm = vi.fn()
  const page = await render(
    <ConfirmDialog
      open
      title="Delete?"
      confirmText="Delete"
      error="still in use"
      danger
      onConfirm={confirm}
      onCancel={() => {}}
    />,
  )
  await expect.element(page.getByRole('button', { name: '取消' })).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('still in use')
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(confirm).toHaveBeenCalledOnce()
})

test('a confirmation that is under way takes no second answer, and is not left', async () => {
  const [confirm, cancel] = [vi.fn(), vi.fn()]
  const page = await render(
    <ConfirmDialog open pending title="Delete?" confirmText="Delete" danger onConfirm={confirm} onCancel={cancel} />,
  )
  const button = page.getByRole('button', { name: 'Delete' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  // The button is marked as busy. A forced click reaches it all the same.
  await button.click({ force: true })
  await userEvent.keyboard('{Escape}')
  expect([confirm, cancel].map((one) => one.mock.calls.length)).toEqual([0, 0])
})
