import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { RelativeTime } from '#src/ui/relative-time.tsx'

const MINUTE = 60_000
const now = Date.UTC(2026, 10, 25, 12, 0, 30)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
})
afterEach(() => vi.useRealTimers())

const show = (...values: unknown[]) =>
  render(values.map((value) => <RelativeTime key={String(value)} value={value} title="" timeZone="UTC" />))
const texts = (container: Element) => Array.from(container.querySelectorAll('time'), (time) => time.textContent)

test('a time is said as people say it', async () => {
  const { container } = await show(
    now - 20_000,
    now - 5 * MINUTE,
    '2026-11-25T09:00:00Z',
    '2026-11-24T09:05:00Z',
    '2026-10-01T09:05:00Z',
    '2025-10-01T09:05:00Z',
    now + 90 * MINUTE,
    'no time',
    null,
  )
  expect(texts(container)).toEqual([
    m.list_justNow(),
    '4分钟前',
    '3小时前',
    '昨天 09:05',
    '10-01',
    '2025-10-01',
    '1小时后',
  ])
})

test('what has just happened is not in the future, however long the page has been open', async () => {
  const { container } = await show(now - 10 * MINUTE)
  vi.advanceTimersByTime(1.75 * MINUTE)
  const later = await show(Date.now())
  expect(texts(later.container)).toEqual([m.list_justNow()])
  vi.advanceTimersByTime(3 * MINUTE)
  await expect.poll(() => texts(later.container)).toEqual(['2分钟前'])
  expect(texts(container)).toEqual(['14分钟前'])
})
