import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { LoadingPage } from '#src/layout/loading.page.tsx'
import { renderPage } from '../support/with-router.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('after six seconds, not earlier, one may try again; and six seconds later once more', async () => {
  const retry = vi.fn()
  const page = await renderPage(<LoadingPage onRetry={retry} />)
  const button = page.getByRole('button', { name: m.ui_retry() })
  await expect.element(page.getByRole('heading', { name: m.loading_title() })).toBeVisible()
  vi.advanceTimersByTime(5999)
  await expect.element(button).not.toBeInTheDocument()
  for (const times of [1, 2]) {
    vi.advanceTimersByTime(6000)
    await expect.element(page.getByText(m.loading_slow())).toBeVisible()
    await button.click()
    expect(retry).toHaveBeenCalledTimes(times)
    await expect.element(button).not.toBeInTheDocument()
  }
})

test('what failed is said at once, with another try and the way home', async () => {
  const retry = vi.fn()
  const page = await renderPage(<LoadingPage error={m.error_503()} onRetry={retry} />)
  await expect.element(page.getByRole('heading', { name: m.loading_failed() })).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(m.error_503())).toBeVisible()
  await expect.element(page.getByRole('link', { name: m.notFound_home() })).toHaveAttribute('href', '/')
  await page.getByRole('button', { name: m.ui_retry() }).click()
  expect(retry).toHaveBeenCalledOnce()
})
