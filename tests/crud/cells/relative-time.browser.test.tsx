import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { RelativeTime } from '#src/crud/cells/relative-time.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

afterEach(() => void vi.useRealTimers())

test('what has just happened is not in the future, however long the page has been open', async () => {
  vi.useFakeTimers({ now: new Date('2026-09-01T08:00:50Z') })
  const cell = (value: string) => <RelativeTime value={value} title="" timeZone="Asia/Shanghai" />
  const { container, rerender } = await render(cell('2026-09-01T08:00:50Z'))
  vi.advanceTimersByTime(105_000)
  await rerender(cell(new Date().toISOString()))
  expect(container.textContent).toBe(m.list_justNow())
})
