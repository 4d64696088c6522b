import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { Toaster, toaster } from '#src/ui/toast.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  // The whole application has one toaster.
  toaster.dismiss()
})

const number = '0b9c1d52-70e1-4f5c-9c52-3f4a1f0f5d11'
const failed = (code: number, message: string, requestId = number) =>
  Object.assign(new BackendError(code, message), { requestId })
const copies = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
const alert = page.getByRole('alert')

test('a message with a number stays, and its button copies the number', async () => {
  const copied = copies()
  await render(<Toaster />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  toastFailure(failed(500, m.error_500()))
  toaster.error('another failure')
  await expect.element(page.getByText('another failure')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await expect.element(page.getByText('another failure')).not.toBeInTheDocument()
  await expect.element(alert.getByText(m.failure_safe({ reason: m.error_500() }), { exact: false })).toBeVisible()
  await expect.element(alert.getByText(m.failure_numbered({ number }), { exact: false })).toBeVisible()
  await alert.getByRole('button', { name: m.failure_copy() }).click()
  await expect.element(page.getByText(m.failure_copied())).toBeVisible()
  expect(copied).toHaveBeenCalledExactlyOnceWith(number)
})

test('a refusal keeps its own button, and has no number', async () => {
  const others = vi.fn()
  await render(<Toaster />)
  toastFailure(failed(409, 'in the way'), undefined, { label: 'the others', onClick: others })
  await expect.element(alert.getByText('in the way')).toBeVisible()
  expect(alert.getByText(number).elements()).toHaveLength(0)
  await alert.getByRole('button', { name: 'the others' }).click()
  expect(others).toHaveBeenCalledOnce()
})

test('what the page shows of a failure has the number too: copying it says so', async () => {
  const copied = copies()
  await render(
    <>
      <FailureState error={failed(503, m.error_503())} />
      <Toaster />
    </>,
  )
  await expect.element(alert.getByText(m.failure_helpServer())).toBeVisible()
  await alert.getByRole('button', { name: m.failure_copy() }).click()
  await expect.element(page.getByText(m.failure_copied())).toBeVisible()
  expect(copied).toHaveBeenCalledExactlyOnceWith(number)
})

test('where a page may not copy, the number stays to be copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await render(
    <>
      <FailureState error={failed(500, m.error_500())} />
      <Toaster />
    </>,
  )
  await alert.getByRole('button', { name: m.failure_copy() }).click()
  await expect.element(page.getByText(m.failure_copyFailed())).toBeVisible()
  await expect.element(page.getByText(number)).toBeVisible()
})
