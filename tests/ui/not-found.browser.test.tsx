import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FaultReport } from '#src/features/site/fault.functions.ts'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { RETURN_SECONDS } from '#src/features/site/use-auto-return.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderPage } from '../support/with-router.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Given = { canGoBack?: boolean; known?: FaultReport; path?: string; report?: () => Promise<FaultReport> }

async function open({ canGoBack = true, known = { number: 7 }, path = '/no/such', report }: Given = {}) {
  const [back, home] = [vi.fn(), vi.fn()]
  const send = vi.fn(report ?? (async () => ({ number: 9 })))
  const page = await renderPage(
    <NotFoundPage
      path={path}
      known={known}
      canGoBack={canGoBack}
      report={send}
      contact={{ email: 'help@site.example', phone: '' }}
      onBack={back}
      onHome={home}
    />,
  )
  return { back, home, send, page, bar: page.getByRole('progressbar') }
}

test('it counts down in sight and goes back once', async () => {
  const { back, home, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  vi.advanceTimersByTime(RETURN_SECONDS * 1000 + 1000)
  expect(back).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(back).toHaveBeenCalledOnce()
  expect(home).not.toHaveBeenCalled()
})

test.each([
  [0, 500, '3', 20],
  [1, 1000, '5', 19],
])('the steps to 100 %% are random: by %d after %d ms at %s', async (random, ms, progress, seconds) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { page, bar } = await open()
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
  vi.advanceTimersByTime(ms - 1)
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
  vi.advanceTimersByTime(1)
  await expect.element(bar).toHaveAttribute('aria-valuenow', progress)
  await expect.element(page.getByText(m.notFound_countdown({ seconds }))).toBeVisible()
})

test('nobody is sent away before twenty seconds', async () => {
  const { back, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  vi.advanceTimersByTime(19_400)
  expect(back).not.toHaveBeenCalled()
})

test.each([
  ['a key', () => new KeyboardEvent('keydown', { key: 'Tab' })],
  ['a touch', () => new Event('touchstart')],
  ['a press', () => new PointerEvent('pointerdown')],
  ['a turn of the wheel', () => new Event('wheel')],
  ['a movement', () => new PointerEvent('pointermove', { movementX: 3, movementY: 1 })],
])('%s stops it for good', async (_sign, event) => {
  const { back, home, page, bar } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  window.dispatchEvent(event())
  await expect.element(page.getByText(m.notFound_stopped())).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  vi.advanceTimersByTime(60_000)
  expect([...back.mock.calls, ...home.mock.calls]).toEqual([])
  await page.getByRole('button', { name: m.notFound_back() }).click()
  expect(back).toHaveBeenCalledOnce()
})

test('a move without movement is no person', async () => {
  const { back, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  window.dispatchEvent(new PointerEvent('pointermove'))
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => back).toHaveBeenCalledOnce()
})

test('whoever wants little motion sees it move every five seconds only', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...new EventTarget(), matches: /reduce/.test(query) }) as MediaQueryList,
  )
  const { bar, page } = await open()
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  vi.advanceTimersByTime(4999)
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
  vi.advanceTimersByTime(1)
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
})

test('a page in the background waits for its reader', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { back, page } = await open()
  vi.advanceTimersByTime(60_000)
  await expect.element(page.getByText(m.notFound_countdown({ seconds: RETURN_SECONDS }))).toBeVisible()
  expect(back).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(60_000)
  expect(back).toHaveBeenCalledOnce()
})

test('without a page to go back to it goes home', async () => {
  const { back, home, page } = await open({ canGoBack: false })
  await expect.element(page.getByRole('link', { name: m.notFound_home() })).toHaveAttribute('href', '/')
  await expect.element(page.getByRole('button', { name: m.notFound_back() })).not.toBeInTheDocument()
  await expect.element(page.getByText(m.notFound_countdownHome({ seconds: RETURN_SECONDS }))).toBeVisible()
  vi.advanceTimersByTime(60_000)
  expect(home).toHaveBeenCalledOnce()
  expect(back).not.toHaveBeenCalled()
})

test('what the server has reported is shown with its number and not reported again', async () => {
  const { send, page } = await open({ known: { number: 41 } })
  await expect.element(page.getByText(m.notFound_reported({ number: 41 }))).toBeVisible()
  await expect.element(page.getByText('/no/such')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

test('without the server the page reports once itself, and says how it went', async () => {
  let answer = (_: FaultReport) => {}
  const report = () =>
    new Promise<FaultReport>((resolve) => {
      answer = resolve
    })
  const back = vi.fn()
  const page = await renderPage(
    <NotFoundPage
      path="/no/such"
      known={undefined}
      canGoBack
      report={report}
      contact={{ email: '', phone: '' }}
      onBack={back}
      onHome={back}
    />,
  )
  await expect.element(page.getByText(m.notFound_reporting())).toBeVisible()
  answer({ number: 12 })
  await expect.element(page.getByText(m.notFound_reported({ number: 12 }))).toBeVisible()
})

test.each([
  ['refused', async () => ({ number: null })],
  ['unreachable', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('a report that is %s is not called recorded; the administrator is named instead', async (_why, report) => {
  const page = await renderPage(
    <NotFoundPage
      path="/no/such"
      known={undefined}
      canGoBack
      report={report}
      contact={{ email: 'help@site.example', phone: '' }}
      onBack={() => {}}
      onHome={() => {}}
    />,
  )
  await expect.element(page.getByText(m.notFound_notReported())).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'help@site.example' }))
    .toHaveAttribute('href', 'mailto:help@site.example')
})
