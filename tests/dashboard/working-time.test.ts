import { expect, test } from 'vitest'
import { formatDuration, pauseOrContinue, today, worked } from '#src/features/dashboard/working-time.ts'

const zone = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`)
const eight = at('2026-09-01T08:00:00')

test('a day begins with its first visit and lasts until midnight of the site', () => {
  const begun = today(null, eight, zone)
  expect(begun).toEqual({ day: '2026-09-01', start: eight, paused: 0, pausedSince: null })
  expect(today(begun, at('2026-09-01T23:59:59'), zone)).toBe(begun)
  const next = at('2026-09-02T00:00:00')
  expect(today(begun, next, zone)).toMatchObject({ day: '2026-09-02', start: next })
  expect(worked(begun, at('2026-09-01T12:30:05'))).toBe(4.5 * 3_600_000 + 5000)
})

test('pauses do not count, however often', () => {
  const begun = today(null, eight, zone)
  const paused = pauseOrContinue(begun, at('2026-09-01T09:00:00'))
  expect(worked(paused, at('2026-09-01T11:00:00'))).toBe(3_600_000)
  const on = pauseOrContinue(paused, at('2026-09-01T11:00:00'))
  expect(worked(on, at('2026-09-01T12:00:00'))).toBe(2 * 3_600_000)
  const again = pauseOrContinue(on, at('2026-09-01T12:00:00'))
  expect(worked(again, at('2026-09-01T15:00:00'))).toBe(2 * 3_600_000)
})

test('a clock that was set back makes no negative time', () => {
  const begun = today(null, eight, zone)
  expect(today(begun, eight - 60_000, zone).start).toBe(eight - 60_000)
  expect(worked(begun, eight - 60_000)).toBe(0)
  const paused = pauseOrContinue(begun, eight)
  expect(pauseOrContinue(paused, eight - 60_000).paused).toBe(0)
})

test.each([
  [0, '0:00:00'],
  [59_999, '0:00:59'],
  [3_600_000, '1:00:00'],
  [45_296_000, '12:34:56'],
])('%i ms are shown as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})
