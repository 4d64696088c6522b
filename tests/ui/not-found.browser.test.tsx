import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderPage } from '../support/with-router.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

async function open(canGoBack = true) {
  const back = vi.fn()
  return { back, page: await renderPage(<NotFoundPage canGoBack={canGoBack} onBack={back} />) }
}

test('it counts down in sight and goes back once', async () => {
  const { back, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: 8 }))).toBeVisible()
  vi.advanceTimersByTime(3000)
  await expect.element(page.getByText(m.notFound_countdown({ seconds: 5 }))).toBeVisible()
  expect(back).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  await vi.waitFor(() => expect(back).toHaveBeenCalledOnce())
  vi.advanceTimersByTime(5000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(back).toHaveBeenCalledOnce()
})

test.each([
  ['a key', () => new KeyboardEvent('keydown', { key: 'Tab' })],
  ['a touch', () => new Event('touchstart')],
  ['a press', () => new PointerEvent('pointerdown')],
  ['a movement', () => new PointerEvent('pointermove', { movementX: 3, movementY: 1 })],
])('%s stops it for good', async (_sign, event) => {
  const { back, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: 8 }))).toBeVisible()
  window.dispatchEvent(event())
  await expect.element(page.getByText(m.notFound_stopped())).toBeVisible()
  vi.advanceTimersByTime(20_000)
  expect(back).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.notFound_back() }).click()
  expect(back).toHaveBeenCalledOnce()
})

test('a move without movement is no person', async () => {
  const { page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: 8 }))).toBeVisible()
  window.dispatchEvent(new PointerEvent('pointermove'))
  vi.advanceTimersByTime(1000)
  await expect.element(page.getByText(m.notFound_countdown({ seconds: 7 }))).toBeVisible()
})

test('without a page to go back to there is only the home page', async () => {
  const { back, page } = await open(false)
  await expect.element(page.getByRole('link', { name: m.notFound_home() })).toHaveAttribute('href', '/')
  await expect.element(page.getByRole('button', { name: m.notFound_back() })).not.toBeInTheDocument()
  vi.advanceTimersByTime(20_000)
  expect(back).not.toHaveBeenCalled()
})
