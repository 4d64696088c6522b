import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { WorkingTime } from '#src/features/dashboard/working-time-fact.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { storageKeys } from '#src/lib/storage-keys.ts'

const key = (userId: number) => `${storageKeys.workingTime}:${userId}`
const kept = (userId: number) => JSON.parse(localStorage.getItem(key(userId)) ?? 'null')?.value

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-09-01T08:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const begin = (userId: number, ago: number) => {
  const value = { day: '2026-09-01', start: Date.now() - ago, paused: 0, pausedSince: null }
  localStorage.setItem(key(userId), JSON.stringify({ version: 1, value }))
}

test('the time is shown; the clock stops and goes on, and each person has their own', async () => {
  begin(1, 3_725_000)
  const page = await render(<WorkingTime userId={1} timeZone="UTC" />)
  await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^1:02:/)
  await page.getByRole('button', { name: m.dashboard_pause() }).click()
  await expect.element(page.getByText(m.dashboard_paused())).toBeVisible()
  vi.setSystemTime(Date.now() + 600_000)
  await page.getByRole('button', { name: m.dashboard_continue() }).click()
  await expect.element(page.getByText(m.dashboard_paused())).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^1:02:/)
  // Ten minutes, plus the time that the test itself takes.
  expect(kept(1).pausedSince).toBeNull()
  expect(Math.floor(kept(1).paused / 60_000)).toBe(10)
  expect(kept(2)).toBeUndefined()
})

test.each(['not JSON', '{"version":1,"value":{"day":5}}', '{"version":7,"value":null}', '[]', 'null'])(
  'the kept value %s counts as none',
  async (text) => {
    localStorage.setItem(key(3), text)
    const page = await render(<WorkingTime userId={3} timeZone="UTC" />)
    await expect.element(page.getByRole('timer')).toHaveTextContent('–')
  },
)
