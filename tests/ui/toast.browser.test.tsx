import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster, toaster } from '#src/ui/toast.tsx'

// The whole application has one toaster. The messages of a test must be gone before the next test.
afterEach(async () => {
  toaster.dismiss()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the same message does not stack, different ones do', async () => {
  await render(<Toaster />)
  toaster.error('服务器异常！')
  toaster.error('服务器异常！')
  toaster.success('保存成功')
  await expect.element(page.getByText('保存成功')).toBeVisible()
  expect(page.getByText('服务器异常！').elements()).toHaveLength(1)
  toaster.error('服务器异常！')
  await expect.element(page.getByRole('alert').filter({ hasText: '服务器异常！' })).toBeVisible()
  expect(page.getByText('服务器异常！').elements()).toHaveLength(1)
})

test('a message that was closed can come again', async () => {
  await render(<Toaster />)
  toaster.error('断网了')
  await page.getByRole('alert').filter({ hasText: '断网了' }).getByRole('button').click()
  await expect.element(page.getByText('断网了')).not.toBeInTheDocument()
  toaster.error('断网了')
  await expect.element(page.getByText('断网了')).toBeVisible()
})

test('a message offers what can be done about it, and goes when that is done', async () => {
  let undone = 0
  await render(<Toaster />)
  toaster.success('已删除', { label: '撤销', onClick: () => undone++ })
  await page.getByRole('button', { name: '撤销' }).click()
  expect(undone).toBe(1)
  await expect.element(page.getByText('已删除')).not.toBeInTheDocument()
})

test('the fourth message makes the first one go', async () => {
  await render(<Toaster />)
  for (const number of [1, 2, 3, 4]) toaster.info(`message ${number}`)
  await expect.element(page.getByText('message 4')).toBeVisible()
  await expect.element(page.getByText('message 1')).not.toBeInTheDocument()
})

test('F8 leads to the button of the newest message', async () => {
  await render(<Toaster />)
  toaster.success('first', { label: 'Undo first', onClick: () => {} })
  toaster.success('second', { label: 'Undo second', onClick: () => {} })
  await expect.element(page.getByText('second')).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect.element(page.getByRole('button', { name: 'Undo second' })).toHaveFocus()
})
